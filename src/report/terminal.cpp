// SPDX-License-Identifier: MIT
#include "report/terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace tilewright::report {
namespace {

std::string_view code(Style style) {
  switch (style) {
    case Style::plain:
      return "";
    case Style::strong:
      return "1";
    case Style::faint:
      return "2";
    case Style::good:
      return "32";
    case Style::bad:
      return "1;31";
    case Style::note:
      return "33";
  }
  return "";
}

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// Whether `text` is a figure, as "1,234" or "(0.5".
bool is_figure(std::string_view text) {
  return text.find_first_of("0123456789") != std::string_view::npos &&
         text.find_first_not_of("0123456789.,(-") == std::string_view::npos &&
         !text.ends_with(',') && !text.ends_with('.');
}

/// Whether `text` is a unit, which stays beside its figure, punctuation behind it or not.
bool is_unit(std::string_view text) {
  constexpr std::string_view kUnits[] = {"B",  "KiB", "MiB", "GiB",    "TiB", "ns", "us",
                                         "ms", "s",   "min", "TFLOPS", "MHz", "W",  "%"};
  text = text.substr(0, text.find_last_not_of(".,;:)") + 1);
  return std::ranges::find(kUnits, text) != std::end(kUnits);
}

/// Up to the first blank of `text` at which a line may end.
std::string_view first_word(std::string_view text) {
  const size_t end = std::min(text.find(' '), text.size());
  if (end == text.size() || !is_figure(text.substr(0, end))) return text.substr(0, end);
  const size_t next = std::min(text.find(' ', end + 1), text.size());
  return is_unit(text.substr(end + 1, next - end - 1)) ? text.substr(0, next) : text.substr(0, end);
}

}  // namespace

bool is_terminal(std::FILE* stream) { return ::isatty(::fileno(stream)) == 1; }

bool wants_colours(std::FILE* stream) {
  return is_terminal(stream) && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

std::string paint(std::string_view text, Style style, bool colours) {
  if (!colours || style == Style::plain) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code(style), text);
}

size_t display_width(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string wrap(std::string_view text, size_t width, std::string_view first_indent,
                 std::string_view indent) {
  std::string out(first_indent);
  size_t column = display_width(first_indent);
  bool line_is_empty = true;
  while (!text.empty()) {
    const std::string_view word = first_word(text);
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (word.empty()) continue;
    const size_t needed = display_width(word) + (line_is_empty ? 0 : 1);
    if (!line_is_empty && column + needed > width) {
      out += '\n';
      out += indent;
      column = display_width(indent);
      line_is_empty = true;
    }
    if (!line_is_empty) out += ' ';
    column += display_width(word) + (line_is_empty ? 0 : 1);
    out += word;
    line_is_empty = false;
  }
  return out;
}

std::string fit_lines(std::string_view text, size_t width, size_t taken) {
  std::string out;
  for (std::string_view rest = text;;) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (taken + display_width(line) <= width) {
      out += line;
    } else {
      const std::string indent(std::min(line.find_first_not_of(' '), line.size()), ' ');
      const std::string first = std::string(taken, ' ') + indent;
      out += wrap(line, width, first, indent + "    ").substr(taken);
    }
    if (line.size() == rest.size()) return out;
    out += '\n';
    rest.remove_prefix(line.size() + 1);
    taken = 0;
  }
}

}  // namespace tilewright::report
