// The operands of one instruction, unpacked for arithmetic on rows of 16 columns. Factors are kept
// in the order of addition: [q][row of A or column of B].
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright::emu::wmma {

struct alignas(64) FactorTile {
  /// Exact. What an infinity or a NaN became does not matter: `unusual` tells of it.
  float value[16][16];
  /// Filled where needed. 2^(12 - alignment exponent): the product of two is 2^(24 - eA - eB), the
  /// inverse of the product's grid. Zero, which has no grid, has a scale that exceeds any number's.
  float scale[16][16];
  /// By row or column, not zero if it holds what the kernels do not take. Those rows and columns
  /// are left to the scalar reference.
  uint32_t unusual[16];
  /// A power of two above every magnitude.
  float bound;
};

struct alignas(64) Tile {
  FactorTile a;
  FactorTile b;
  float c[16][16];
  uint32_t unusual_columns[16];  ///< of C
  float c_bound;                 ///< not below any magnitude of C; a NaN if C has one
};

}  // namespace tilewright::emu::wmma
