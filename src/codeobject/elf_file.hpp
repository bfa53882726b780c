// An ELF64 little-endian file as the loader needs it, every access checked against the file's size.
// LLVM's own reader is not used because it leaves alignment and some ranges to assertions, which a
// release build of LLVM does not have; its structure definitions are.
// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/BinaryFormat/ELF.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace tilewright::codeobject {

struct Symbol {
  std::string_view name;
  uint64_t value = 0;
  uint64_t bytes = 0;
  bool defined = false;
};

struct Note {
  std::string_view name;
  uint32_t type = 0;
  std::span<const std::byte> description;
};

class ElfFile {
 public:
  /// Reads the headers. Errors: not ELF64 little endian, header tables past the end of the file.
  [[nodiscard]] static Result<ElfFile> open(std::span<const std::byte> image);

  [[nodiscard]] const llvm::ELF::Elf64_Ehdr& header() const { return header_; }
  [[nodiscard]] const std::vector<llvm::ELF::Elf64_Phdr>& segments() const { return segments_; }
  [[nodiscard]] const std::vector<llvm::ELF::Elf64_Shdr>& sections() const { return sections_; }

  /// [offset, offset + size) of the file; `what` is the subject of the error sentence.
  [[nodiscard]] Result<std::span<const std::byte>> range(uint64_t offset, uint64_t size,
                                                         std::string_view what) const;

  /// The symbols of a SHT_DYNSYM or SHT_SYMTAB section; names point into the file.
  [[nodiscard]] Result<std::vector<Symbol>> symbols(const llvm::ELF::Elf64_Shdr& section) const;
  [[nodiscard]] Result<std::vector<llvm::ELF::Elf64_Rela>> relocations(
      const llvm::ELF::Elf64_Shdr& section) const;
  /// All notes of all PT_NOTE segments.
  [[nodiscard]] Result<std::vector<Note>> notes() const;

 private:
  template <class T>
  [[nodiscard]] Result<std::vector<T>> table(uint64_t offset, uint64_t count,
                                             std::string_view what) const;

  std::span<const std::byte> image_;
  llvm::ELF::Elf64_Ehdr header_{};
  std::vector<llvm::ELF::Elf64_Phdr> segments_;
  std::vector<llvm::ELF::Elf64_Shdr> sections_;
};

}  // namespace tilewright::codeobject
