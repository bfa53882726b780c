// SPDX-License-Identifier: MIT
#include "report/document.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace tilewright::report {
namespace {

struct Line {
  size_t number = 0;  ///< from 1
  size_t begin = 0;   ///< offset in the document
  size_t end = 0;     ///< offset behind its line end
};

std::string_view trimmed(std::string_view line) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t first = line.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(kSpace) + 1 - first);
}

/// The lines that are `mark`. Errors: a line that begins or ends with it, unescaped, and has more.
Result<std::vector<Line>> lines_of(std::string_view document, std::string_view mark) {
  const std::string escaped = fmt::format("\\{}", mark);
  std::vector<Line> found;
  Line line;
  while (line.end < document.size()) {
    ++line.number;
    line.begin = line.end;
    line.end = std::min(document.find('\n', line.begin), document.size() - 1) + 1;
    const std::string_view words = trimmed(document.substr(line.begin, line.end - line.begin));
    if (words == mark) {
      found.push_back(line);
    } else if (words.starts_with(mark) || (words.ends_with(mark) && !words.ends_with(escaped))) {
      return fail("line {} has more than {}: give the mark a line of its own", line.number, mark);
    }
  }
  return found;
}

/// The one line that is `mark`.
Result<Line> line_of(std::string_view document, std::string_view mark) {
  const auto lines = lines_of(document, mark);
  if (!lines) return tl::unexpected(lines.error());
  if (lines->empty()) {
    return fail("no line is {}: the tables go between the lines {} and {}", mark, kTablesBegin,
                kTablesEnd);
  }
  if (lines->size() > 1) {
    std::vector<size_t> numbers;
    for (const Line& line : *lines) numbers.push_back(line.number);
    return fail("lines {} are {}: leave the one that is meant", fmt::join(numbers, ", "), mark);
  }
  return lines->front();
}

std::string with_line_ends(std::string_view text, std::string_view line_end) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') {
      out += line_end;
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

Result<std::string> with_tables(const std::string& document, const std::string& tables) {
  const Result<Line> begin = line_of(document, kTablesBegin);
  if (!begin) return tl::unexpected(begin.error());
  const Result<Line> end = line_of(document, kTablesEnd);
  if (!end) return tl::unexpected(end.error());
  if (end->number < begin->number) {
    return fail("{} on line {} is before {} on line {}: exchange them", kTablesEnd, end->number,
                kTablesBegin, begin->number);
  }
  const std::string head = document.substr(0, begin->end);
  return head + with_line_ends(tables + "\n", head.ends_with("\r\n") ? "\r\n" : "\n") +
         document.substr(end->begin);
}

}  // namespace tilewright::report
