// SPDX-License-Identifier: MIT
#include "cli/transpose.hpp"

#include <algorithm>

namespace tilewright::cli {

std::vector<uint16_t> transposed(std::span<const uint16_t> matrix, size_t rows, size_t columns) {
  // Square patches, so that neither side jumps through memory more than a cache holds.
  constexpr size_t kPatch = 32;
  std::vector<uint16_t> out(matrix.size());
  for (size_t row = 0; row < rows; row += kPatch) {
    for (size_t column = 0; column < columns; column += kPatch) {
      for (size_t i = row; i < std::min(rows, row + kPatch); ++i) {
        for (size_t j = column; j < std::min(columns, column + kPatch); ++j) {
          out[j * rows + i] = matrix[i * columns + j];
        }
      }
    }
  }
  return out;
}

}  // namespace tilewright::cli
