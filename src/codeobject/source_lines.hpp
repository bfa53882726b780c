// From addresses in a code object to source lines (DWARF line tables; kernels are built with
// -gline-tables-only).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace tilewright::codeobject {

class SourceLines {
 public:
  /// `image`: the code object, which must outlive this. Without line tables nothing is found.
  explicit SourceLines(std::span<const std::byte> image);
  ~SourceLines();
  SourceLines(SourceLines&&) noexcept;
  SourceLines& operator=(SourceLines&&) noexcept;

  /// "ladder/rdna/parts/wave.hpp:41" of a virtual address of the code object; "" if unknown.
  /// Control characters in the name are escaped.
  [[nodiscard]] std::string at(uint64_t address) const;

 private:
  struct Tables;
  std::unique_ptr<Tables> tables_;
};

}  // namespace tilewright::codeobject
