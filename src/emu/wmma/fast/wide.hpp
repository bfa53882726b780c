// Steps of BF16 data whose exponents leave the range that scales as floats have (general.hpp):
// significands and exponents go apart, so that every finite number is welcome, and results may
// overflow or be subnormal. Half as fast.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/wmma/fast/simd.hpp"
#include "emu/wmma/fast/steps.hpp"
#include "emu/wmma/fast/tile.hpp"
#include "emu/wmma/layout.hpp"

namespace tilewright::emu::wmma::TW_WMMA_ISA {

/// Exponent of zero: below that of any product even after adding the largest one.
inline constexpr int no_exponent = -1000;

inline I exponent_field(F value) { return (bits_as_int(value) >> 23) & 0xff; }

/// 2^exponent; exponents that make everything vanish all do.
inline F power(I exponent) { return bits_as_float((maximum(exponent, I{} + -100) + 127) << 23); }

/// A number as significand * 2^exponent: the significand is below 2 and has the sign; the exponent
/// is the encoding's, so that a subnormal's significand is below 1.
struct Split {
  F significand;
  I exponent;
};
inline Split split(F value) {
  const I field = exponent_field(value);
  const F normal = bits_as_float((bits_as_int(value) & ~0x7f800000) | 0x3f800000);
  const M subnormal = equal(field, I{});
  const F significand = select(subnormal, value * power_of_two(126), normal);
  const I exponent = maximum(field, I{} + 1) - 127;
  return {significand, select(equal(value, F{}), I{} + no_exponent, exponent)};
}

/// An infinity or a NaN.
inline M is_special(F value) { return equal(exponent_field(value), I{} + 255); }

/// Turns values into significands and scales into exponents, as bits. Only infinities and NaNs stay
/// unusual.
inline void split_factors(FactorTile& factors) {
  for (int column = 0; column < tile; column += width) {
    I special{};
    for (int q = 0; q < tile; ++q) {
      const F value = load(&factors.value[q][column]);
      const Split parts = split(value);
      store(&factors.value[q][column], parts.significand);
      store(&factors.scale[q][column], bits_as_float(parts.exponent));
      special = select(is_special(value), I{} - 1, special);
    }
    store(&factors.unusual[column], special);
  }
}
inline void find_special_accumulators(Tile& tile_io) {
  for (int column = 0; column < tile; column += width) {
    I special{};
    for (int i = 0; i < tile; ++i) {
      special = select(is_special(load(&tile_io.c[i][column])), I{} - 1, special);
    }
    store(&tile_io.unusual_columns[column], special);
  }
}

/// `total` * 2^exponent, in two steps because the power alone may be out of range.
inline F times_power(I total, I exponent) {
  const I half = maximum(exponent >> 1, I{} + -126);
  const I rest = maximum(exponent - half, I{} + -126);
  return to_float(total) * bits_as_float((half + 127) << 23) * bits_as_float((rest + 127) << 23);
}

/// `total` * 2^grid as F32, by the family's rules for small numbers.
template <Family family>
inline F round_wide(I total, I grid) {
  if constexpr (family == Family::gfx11) {
    // Flushed, after rounding as if exponents had no end.
    const M small = less(exponent_field(to_float(total)) - 127 + grid, I{} + -126);
    return select(small, F{}, times_power(total, grid));
  } else {
    // Subnormals: rounded to nearest even on the grid 2^-149 while still an integer. Doubled first,
    // so that there is a bit to drop even where there is nothing to round.
    const I drop = maximum(-149 - grid, I{}) + 1;
    const I doubled = total + total;
    const I half_less_one = ((I{} + 1) << (drop - 1)) - 1;
    const I rounded = shift_right(doubled + half_less_one + (shift_right(doubled, drop) & 1), drop);
    const M small = less(exponent_field(to_float_odd(total)) - 127 + grid, I{} + -126);
    const F result =
        times_power(select(small, rounded, total), select(small, grid + drop - 1, grid));
    return result + F{};  // -0 becomes +0
  }
}

template <Steps steps>
void wide_steps(Tile& tile_io) {
  split_factors(tile_io.a);
  split_factors(tile_io.b);
  find_special_accumulators(tile_io);
  constexpr int n = steps.length;
  constexpr bool gfx11 = steps.family == Family::gfx11;
  constexpr int group = gfx11 ? n : steps.group;
  for (int first = 0; first < tile; first += n) {
    for (int column = 0; column < tile; column += width) {
      for (int i = 0; i < tile; ++i) {
        F products[n];
        I exponents[n];
        I largest = I{} + 2 * no_exponent;
        for (int k = 0; k < n; ++k) {
          products[k] = tile_io.a.value[first + k][i] * load(&tile_io.b.value[first + k][column]);
          exponents[k] = splat(__builtin_bit_cast(int32_t, tile_io.a.scale[first + k][i])) +
                         bits_as_int(load(&tile_io.b.scale[first + k][column]));
          largest = maximum(largest, exponents[k]);
        }
        const M all_zero = less(largest, I{} + (no_exponent / 2));

        const F c = load(&tile_io.c[i][column]);
        Split parts = split(c);
        // gfx12 counts C's leading bit as at least 2^-126.
        if constexpr (!gfx11) parts.exponent = maximum(parts.exponent, I{} + -126);
        const I grid = maximum(largest - 24, parts.exponent - 26);
        const F scaled_c = parts.significand * power(parts.exponent - grid);

        I total;
        if constexpr (gfx11) {
          const I c_negative = bits_as_int(c) >> 31;
          total = truncate(scaled_c);
          for (int k = 0; k < n; ++k) {
            const I negative = bits_as_int(products[k]) >> 31;
            total += truncate(products[k] * power(exponents[k] - grid)) + (negative - c_negative);
          }
        } else {
          const M vanishes = both(less(F{} - 1.0f, scaled_c), less(I{} + -126, grid));
          total = floor(select(vanishes, maximum(scaled_c, F{}), scaled_c));
          for (int g = 0; g < n; g += group) {
            I group_largest = exponents[g];
            for (int k = g + 1; k < g + group; ++k) {
              group_largest = maximum(group_largest, exponents[k]);
            }
            const I group_grid = group_largest - 24;
            I sum{};
            for (int k = g; k < g + group; ++k) {
              sum += floor(products[k] * power(exponents[k] - group_grid));
            }
            total += shift_right(sum, grid - group_grid);
          }
        }

        F result = select(all_zero, c + F{}, round_wide<steps.family>(total, grid));
        // An accumulator that has become infinite stays so.
        result = select(is_special(c), c, result);
        if constexpr (steps.accumulator == AccumulatorType::bf16) {
          result = bits_as_float(bits_as_int(result) & ~0xffff);
        }
        store(&tile_io.c[i][column], result);
      }
    }
  }
}

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA
