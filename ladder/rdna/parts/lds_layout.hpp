// Where element (row, k) of an operand slice lies in LDS. Taught in rung 3.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/rdna/rungs.hpp"

namespace tilewright {

/// LDS has 32 banks of a dword. Sixteen lanes read sixteen rows at the same k; where the stride
/// brings rows to the same bank, their reads take turns.
///  - plain: rows follow each other.
///  - padded: 16 unused bytes per row shift each row by four banks against the one before.
///  - permuted: the row keeps its size, and its blocks of `unit` elements trade places by XOR with
///    the row. `unit` is what one lane reads at once and must stay together: a fragment. On RDNA 3
///    a fragment is a whole row at block_k = 16, and there is nothing to trade.
template <Tile T, int elem_bytes, int unit>
struct LdsLayout {
  static constexpr int stride = lds_row_elems(T, elem_bytes);
  static constexpr int blocks = T.layout == Layout::permuted ? T.block_k / unit : 1;

  static constexpr int offset(int row, int k) {
    if constexpr (blocks == 1) return row * stride + k;
    return row * stride + ((k / unit) ^ (row % blocks)) * unit + k % unit;
  }
};

/// No two elements of a slice share a place, and all places are inside the slice.
template <class L, int rows, int block_k>
consteval bool places_each_element_once() {
  bool taken[rows * L::stride] = {};
  for (int row = 0; row < rows; ++row) {
    for (int k = 0; k < block_k; ++k) {
      bool& place = taken[L::offset(row, k)];
      if (place) return false;
      place = true;
    }
  }
  return true;
}
static_assert(places_each_element_once<LdsLayout<tile_of("3-permuted"), 2, 8>, 32, 16>());
static_assert(places_each_element_once<LdsLayout<tile_of("3-padded"), 2, 8>, 32, 16>());

}  // namespace tilewright
