// Aligned tables. Widths are settled before the first line is printed, so that rows can appear as
// they are finished.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/grouped.hpp"
#include "report/terminal.hpp"

namespace tilewright::report {

enum class Align : uint8_t { left, right };

/// The unit stands under the title; where no column has one, that line is left out.
struct Column {
  std::string title = {};
  std::string unit = {};
  Align align = Align::right;
};

struct Cell {
  std::string text = {};
  Style style = Style::plain;
};

using Row = std::vector<Cell>;

class Table {
 public:
  explicit Table(std::vector<Column> columns);

  /// Widens the columns until `row` fits. A row has one cell per column.
  void reserve(const Row& row);

  /// One or two lines, each ended by a newline.
  [[nodiscard]] std::string header(bool colours) const;
  /// One line, ended by a newline. A cell wider than its column pushes the rest to the right.
  [[nodiscard]] std::string line(const Row& row, bool colours) const;

 private:
  std::vector<Column> columns_;
  std::vector<size_t> widths_;
};

/// Header and rows of a table that is printed at once.
[[nodiscard]] std::string render(std::vector<Column> columns, const std::vector<Row>& rows,
                                 bool colours);

using tilewright::grouped;

}  // namespace tilewright::report
