// SPDX-License-Identifier: MIT
#include "report/markup.hpp"

#include "core/printable.hpp"

namespace tilewright::report {

std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string markdown_text(std::string_view text) {
  constexpr std::string_view kMarkup = "\\`*[<&|";
  std::string out;
  for (const char c : printable(text)) {
    if (kMarkup.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string markdown_code(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    // Tables are cut into cells before code is looked for.
    if (c == '|') out += '\\';
    out += c == '`' ? '\'' : c;
  }
  return out;
}

}  // namespace tilewright::report
