// DWARF line tables (section .debug_line, versions 2 to 5) of hostile files: what is wrong or not
// known ends a table's reading, and what was read of it stays. LLVM's reader is not used: version
// 19 takes values of the wrong form at their word and prints its complaints through pointers that
// are none, which ends the process.
// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tilewright::codeobject {

/// The sections that line tables are in, empty where a file has none.
struct LineSections {
  llvm::StringRef lines;         ///< .debug_line
  llvm::StringRef line_strings;  ///< .debug_line_str
  llvm::StringRef strings;       ///< .debug_str
};

/// The names that one table's rows refer to. They lie in the sections.
struct LineFiles {
  struct File {
    llvm::StringRef name;
    uint64_t directory = 0;
  };
  uint16_t version = 0;
  std::vector<llvm::StringRef> directories;
  std::vector<File> files;

  /// Relative to the folder of compilation where the compiler was given it so; "" if there is no
  /// such file. Number 0 is the first in version 5, 1 in those before.
  [[nodiscard]] std::string name(uint64_t number) const;
};

/// Addresses [begin, end) are from one line.
struct LineSpan {
  uint64_t begin = 0;
  uint64_t end = 0;
  uint32_t table = 0;  ///< index into LineTables::files
  uint32_t line = 0;   ///< 0: from none
  uint64_t file = 0;   ///< its number in the table
};

struct LineTables {
  std::vector<LineFiles> files;
  std::vector<LineSpan> spans;  ///< by address
};
[[nodiscard]] LineTables read_line_tables(const LineSections& sections);

}  // namespace tilewright::codeobject
