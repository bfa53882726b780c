// SPDX-License-Identifier: MIT
#include "core/printable.hpp"

#include <fmt/format.h>

#include <array>

namespace tilewright {
namespace {

bool between(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

/// Cc, the line and paragraph separators, and what reorders the text around it (Unicode, "Bidi
/// Control").
bool upsets_terminals(char32_t c) {
  return c < 0x20 || between(c, 0x7f, 0x9f) || c == 0x061c || between(c, 0x200e, 0x200f) ||
         between(c, 0x2028, 0x202e) || between(c, 0x2066, 0x2069);
}

struct Decoded {
  char32_t character = 0;
  size_t bytes = 0;  ///< 0: `text` does not begin with a character
};

/// The first character, by the well-formed sequences of RFC 3629: none longer than needed, no
/// surrogates, nothing past U+10FFFF.
Decoded decode(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {};
  char32_t character = lead & (0x7fu >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    character = character << 6 | (byte(i) & 0x3fu);
  }
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  if (character < kLeast[bytes] || between(character, 0xd800, 0xdfff) || character > 0x10ffff) {
    return {};
  }
  return {character, bytes};
}

std::string escaped(std::string_view text, bool keep_lines) {
  std::string result;
  while (!text.empty()) {
    const Decoded first = decode(text);
    const bool kept = keep_lines && first.character == '\n';
    if (first.bytes == 0) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    } else if (upsets_terminals(first.character) && !kept) {
      result += fmt::format("\\u{{{:x}}}", static_cast<uint32_t>(first.character));
    } else {
      result += text.substr(0, first.bytes);
    }
    text.remove_prefix(first.bytes == 0 ? 1 : first.bytes);
  }
  return result;
}

}  // namespace

std::string printable(std::string_view text) { return escaped(text, /*keep_lines=*/false); }

std::string printable_lines(std::string_view text) { return escaped(text, /*keep_lines=*/true); }

}  // namespace tilewright
