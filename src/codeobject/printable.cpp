// SPDX-License-Identifier: MIT
#include "codeobject/printable.hpp"

#include <fmt/format.h>
#include <llvm/Support/ConvertUTF.h>

namespace tilewright::codeobject {
namespace {

bool between(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

/// Cc, the line and paragraph separators, and what reorders the text around it (Unicode, "Bidi
/// Control").
bool upsets_terminals(char32_t c) {
  return c < 0x20 || between(c, 0x7f, 0x9f) || c == 0x061c || between(c, 0x200e, 0x200f) ||
         between(c, 0x2028, 0x202e) || between(c, 0x2066, 0x2069);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  const auto* at = reinterpret_cast<const llvm::UTF8*>(text.data());
  const llvm::UTF8* const end = at + text.size();
  while (at != end) {
    const llvm::UTF8* const first = at;
    llvm::UTF32 character = 0;
    if (llvm::convertUTF8Sequence(&at, end, &character, llvm::strictConversion) !=
        llvm::conversionOK) {
      result += fmt::format("\\x{:02x}", *first);
      at = first + 1;
    } else if (upsets_terminals(character)) {
      result += fmt::format("\\u{{{:x}}}", character);
    } else {
      result.append(first, at);
    }
  }
  return result;
}

}  // namespace tilewright::codeobject
