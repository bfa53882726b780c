// The layout of shared memory that ldmatrix wants. See rdna/parts/lds_layout.hpp for the others.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/hopper/portable.hpp"
#include "ladder/rdna/parts/lds_layout.hpp"
#include "ladder/rdna/parts/parts.hpp"

namespace tilewright {

/// ldmatrix reads eight rows of 16 bytes at a time, and eight such pieces fill all 32 banks once.
/// So the eight rows must fall on different pieces. Plain rows of 32 bytes meet again after four
/// rows: the row that a permutation goes by is the one counted in laps round the banks.
template <Tile T, int elem_bytes, int unit>
struct HopperLayout : LdsLayout<T, elem_bytes, unit> {
  using Shared = LdsLayout<T, elem_bytes, unit>;
  static constexpr int rows_per_lap =
      T.block_k * elem_bytes < 128 ? 128 / (T.block_k * elem_bytes) : 1;

  static constexpr int offset(int row, int k) {
    if constexpr (Shared::blocks == 1) return Shared::offset(row, k);
    return row * Shared::stride + ((k / unit) ^ (row / rows_per_lap % Shared::blocks)) * unit +
           k % unit;
  }

  /// Ways in which the eight rows of one matrix collide in their 16-byte pieces; 1 is none.
  static consteval int conflicts(int k) {
    int most = 0;
    int uses[8] = {};
    for (int row = 0; row < 8; ++row) {
      const int piece = offset(row, k) * elem_bytes / 16 % 8;
      if (++uses[piece] > most) most = uses[piece];
    }
    return most;
  }
};
static_assert(HopperLayout<hopper::tile_of("2"), 2, 8>::conflicts(0) == 2);
static_assert(HopperLayout<hopper::tile_of("3-padded"), 2, 8>::conflicts(8) == 1);
static_assert(HopperLayout<hopper::tile_of("3-permuted"), 2, 8>::conflicts(8) == 1);
static_assert(HopperLayout<hopper::tile_of("8"), 2, 8>::conflicts(0) == 1);
static_assert(
    places_each_element_once<HopperLayout<hopper::tile_of("3-permuted"), 2, 8>, 32, 16>());

struct HopperParts : ProductParts {
  template <Tile T, int elem_bytes, int unit>
  using Layout = HopperLayout<T, elem_bytes, unit>;
};

}  // namespace tilewright
