// The operands of one instruction, unpacked for arithmetic on rows of 16 columns. Factors are kept
// in the order of addition: [q][row of A or column of B].
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright::emu::wmma {

struct alignas(64) FactorTile {
  /// Exact; what a code that `unusual` covers holds does not matter.
  float value[16][16];
  /// 2^(12 - alignment exponent): the product of two is 2^(24 - eA - eB), the inverse of the
  /// product's grid. Zero, which has no grid, has a scale that exceeds that of any number.
  float scale[16][16];
  /// By row or column: not zero if it holds an infinity, a NaN or an exponent out of the kernels'
  /// range. Those rows and columns are left to the scalar reference.
  uint32_t unusual[16];
  /// By row or column: extremes of `scale` over the numbers that are not zero (1e38 and 0 if there
  /// are none), and whether there is a zero.
  float min_scale[16];
  float max_scale[16];
  uint32_t has_zero[16];
};

struct alignas(64) Tile {
  FactorTile a;
  FactorTile b;
  float c[16][16];
};

}  // namespace tilewright::emu::wmma
