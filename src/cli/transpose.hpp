// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilewright::cli {

/// Calls visit(from, to) for each element of a row-major rows x columns matrix: its place there and
/// in the row-major transpose.
template <class Visit>
void for_each_transposed(size_t rows, size_t columns, const Visit& visit) {
  // Square patches, so that neither side jumps through memory more than a cache holds.
  constexpr size_t kPatch = 32;
  for (size_t row = 0; row < rows; row += kPatch) {
    for (size_t column = 0; column < columns; column += kPatch) {
      for (size_t i = row; i < std::min(rows, row + kPatch); ++i) {
        for (size_t j = column; j < std::min(columns, column + kPatch); ++j) {
          visit(i * columns + j, j * rows + i);
        }
      }
    }
  }
}

}  // namespace tilewright::cli
