// SPDX-License-Identifier: MIT
#include "report/table.hpp"

#include <algorithm>
#include <utility>

namespace tilewright::report {
namespace {

constexpr std::string_view kMargin = "  ";
constexpr std::string_view kGap = "  ";

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

}  // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {
  for (const Column& column : columns_) {
    widths_.push_back(std::max(display_width(column.title), display_width(column.unit)));
  }
}

void Table::reserve(const Row& row) {
  for (size_t i = 0; i < row.size(); ++i) {
    widths_[i] = std::max(widths_[i], display_width(row[i].text));
  }
}

std::string Table::header(bool colours) const {
  Row titles;
  Row units;
  for (const Column& column : columns_) {
    titles.push_back({column.title, Style::strong});
    units.push_back({column.unit, Style::faint});
  }
  const bool has_units =
      std::ranges::any_of(columns_, [](const Column& c) { return !c.unit.empty(); });
  return line(titles, colours) + (has_units ? line(units, colours) : "");
}

std::string Table::line(const Row& row, bool colours) const {
  std::string out(kMargin);
  for (size_t i = 0; i < row.size(); ++i) {
    const size_t width = display_width(row[i].text);
    const std::string blanks(widths_[i] - std::min(widths_[i], width), ' ');
    const std::string text = row[i].text.empty() ? "" : paint(row[i].text, row[i].style, colours);
    if (i > 0) out += kGap;
    out += columns_[i].align == Align::right ? blanks + text : text + blanks;
  }
  return without_trailing_blanks(std::move(out));
}

std::string render(std::vector<Column> columns, const std::vector<Row>& rows, bool colours) {
  Table table(std::move(columns));
  for (const Row& row : rows) table.reserve(row);
  std::string out = table.header(colours);
  for (const Row& row : rows) out += table.line(row, colours);
  return out;
}

}  // namespace tilewright::report
