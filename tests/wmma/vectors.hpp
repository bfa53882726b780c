// Reads the captured words of tests/data/vectors.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilewright::emu::wmma {

/// One row of a file; columns are named in the file's first line that is no comment.
class Vector {
 public:
  Vector(const std::vector<std::string>& header, std::string_view line);

  [[nodiscard]] const std::string& text(std::string_view column) const;
  [[nodiscard]] uint32_t hex(std::string_view column) const;
  [[nodiscard]] uint64_t hex64(std::string_view column) const;
  [[nodiscard]] int decimal(std::string_view column) const;
  /// Four hexadecimal digits each.
  [[nodiscard]] std::vector<uint32_t> halves(std::string_view column) const;

 private:
  const std::vector<std::string>* header_;
  std::vector<std::string> fields_;
};

class VectorFile {
 public:
  /// Fails the current test if the file is missing or has no rows. Says how many rows it read.
  explicit VectorFile(std::string_view name);

  VectorFile(const VectorFile&) = delete;  // the rows refer to the header
  VectorFile& operator=(const VectorFile&) = delete;

  [[nodiscard]] auto begin() const { return rows_.begin(); }
  [[nodiscard]] auto end() const { return rows_.end(); }

 private:
  std::vector<std::string> header_;
  std::vector<Vector> rows_;
};

}  // namespace tilewright::emu::wmma
