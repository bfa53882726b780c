// gfx11 with F16 results and factors that are all 1 or -1, where one's complement shows in a way
// that is simple enough to follow exactly.
//
// Each product that opposes C's sign adds one unit of the grid too little, 2^-24 here, towards C's
// opposite. Next to a sum of at least 1 that vanishes in F16's rounding. A sum of exactly 0 leaves
// just those units, one or two, and they are F16 numbers. So C is an integer E or, where that is 0,
// a residue R of a few units, and both can be followed separately.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/wmma/fast/simd.hpp"
#include "emu/wmma/fast/tile.hpp"
#include "emu/wmma/layout.hpp"

namespace tilewright::emu::wmma::TW_WMMA_ISA {

inline constexpr float residue_unit = power_of_two(-24);

inline bool all_ones(const FactorTile& factors) {
  I changed{};
  for (int column = 0; column < tile; column += width) {
    for (int q = 0; q < tile; ++q) {
      changed |= bits_as_int(load(&factors.value[q][column])) ^ 0x3f800000;
    }
  }
  return (union_of(changed) & INT32_MAX) == 0;
}

/// Whether every C is an integer that stays exact in F16, or a residue.
inline bool integers_or_residues(const Tile& tile_in) {
  if (!(tile_in.c_bound <= 2000.0f)) return false;
  I other{};
  for (int i = 0; i < tile; ++i) {
    for (int column = 0; column < tile; column += width) {
      const F c = load(&tile_in.c[i][column]);
      const F magnitude = bits_as_float(bits_as_int(c) & INT32_MAX);
      const I fractional = bits_as_int(to_float(truncate(magnitude))) ^ bits_as_int(magnitude);
      other |= select(less(F{} + 2 * residue_unit, magnitude), fractional, I{});
    }
  }
  return union_of(other) == 0;
}

inline void unit_gfx11_steps(Tile& tile_io) {
  for (int column = 0; column < tile; column += width) {
    for (int i = 0; i < tile; ++i) {
      const F c = load(&tile_io.c[i][column]);
      const M is_residue = less(bits_as_float(bits_as_int(c) & INT32_MAX), F{} + 0.5f);
      const F signed_zero = bits_as_float(bits_as_int(c) & INT32_MIN);
      F integer = select(is_residue, signed_zero, c);
      F residue = select(is_residue, c, signed_zero);
      for (int q = 0; q < tile; q += 2) {
        const F first = tile_io.a.value[q][i] * load(&tile_io.b.value[q][column]);
        const F sum = fused_multiply_add(splat(tile_io.a.value[q + 1][i]),
                                         load(&tile_io.b.value[q + 1][column]), first);
        // The sum over both products of "sign opposes C's" times the unit, signed: with products of
        // 1 that is half their sum less C's sign.
        const I c_sign = bits_as_int(integer + residue) & INT32_MIN;
        const F signed_unit = bits_as_float(c_sign | bits_as_int(F{} + residue_unit));
        const F left = fused_multiply_add(sum, F{} + residue_unit / 2, residue) - signed_unit;
        integer += sum;
        residue = select(equal(integer, F{}), left, F{});
      }
      store(&tile_io.c[i][column], integer + residue);
    }
  }
}

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA
