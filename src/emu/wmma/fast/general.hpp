// Steps of any finite data: silicon's alignment and rounding in 32-bit integers, a vector of
// columns at a time. dot_step (step.cpp) is the same in words; here a grid 2^g is a scale 2^-g, the
// maximum of grids a minimum of scales.
//
// 32 bits are enough: a product is below 2^26 units of its grid, at most eight are added, and the
// accumulator is below 2^27.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/wmma/fast/simd.hpp"
#include "emu/wmma/fast/steps.hpp"
#include "emu/wmma/fast/tile.hpp"
#include "emu/wmma/layout.hpp"

namespace tilewright::emu::wmma::TW_WMMA_ISA {

/// Below every product of a zero's scale and a number's, above every product of numbers' scales.
constexpr float no_grid(const Steps& steps) { return power_of_two(steps.wide ? 97 : 55); }

/// 2^-grid of the accumulator: 26 bits below its leading bit, which counts as at least 2^lowest.
/// For F16 results that is the rule. F32 accumulators have no bound in practice: this one only
/// keeps the scale finite. It is below the grid of any product, and where all products are zero the
/// result is the accumulator anyway.
template <Steps steps>
inline F accumulator_scale(F c) {
  constexpr int lowest = steps.accumulator == AccumulatorType::f16 ? -14 : (steps.wide ? -90 : -60);
  const I exponent = maximum(bits_as_int(c) & 0x7f800000, I{} + ((lowest + 127) << 23));
  return bits_as_float(((127 + 127 + 26) << 23) - exponent);
}

/// Two's complement alignment of C, where a negative term that vanishes altogether counts as 0. For
/// F16 results that exception needs a grid above 2^-14.
template <Steps steps>
inline I align_gfx12_accumulator(F c, F scale) {
  const F scaled = c * scale;
  M vanishes = less(F{} - 1.0f, scaled);
  if constexpr (steps.accumulator == AccumulatorType::f16) {
    vanishes = both(vanishes, less(scale, F{} + power_of_two(14)));
  }
  return floor(select(vanishes, maximum(scaled, F{}), scaled));
}

/// The exact sum of one step, in units of 1 / `scale`.
template <Steps steps>
inline I gfx12_total(const F* products, const F* scales, F c, F scale) {
  I total = align_gfx12_accumulator<steps>(c, scale);
  for (int first = 0; first < steps.length; first += steps.group) {
    F group_scale = scales[first];
    for (int k = first + 1; k < first + steps.group; ++k) {
      group_scale = minimum(group_scale, scales[k]);
    }
    // Two BF16 zeros have an infinite scale.
    if constexpr (steps.wide) group_scale = minimum(group_scale, F{} + power_of_two(120));
    I sum = floor(products[first] * group_scale);
    for (int k = first + 1; k < first + steps.group; ++k) sum += floor(products[k] * group_scale);
    const I shift = (bits_as_int(group_scale) - bits_as_int(scale)) >> 23;
    total += shift_right(sum, shift);
  }
  return total;
}

/// A term whose sign opposes C's counts as the one's complement of its magnitude in C's frame: one
/// unit less there, which is one unit down for a positive C and one up for a negative one.
template <Steps steps>
inline I gfx11_total(const F* products, F c, F scale) {
  const I c_negative = bits_as_int(c) >> 31;
  I total = truncate(c * scale);
  for (int k = 0; k < steps.length; ++k) {
    const I negative = bits_as_int(products[k]) >> 31;
    total += truncate(products[k] * scale) + (negative - c_negative);
  }
  return total;
}

/// From the exact sum to the accumulator's type, as a float.
template <Steps steps, bool careful>
inline F round_total(I total, F scale, F c, M all_zero, F limit) {
  if constexpr (steps.accumulator == AccumulatorType::f16) {
    F sum = to_float_odd(total) * reciprocal(scale);
    if constexpr (careful) sum = minimum(maximum(sum, -limit), limit);
    F rounded = round_to_half(sum);
    if constexpr (careful) {
      // An accumulator that has become infinite stays so.
      const M infinite = equal(bits_as_int(c) & 0x7f800000, I{} + 0x7f800000);
      rounded = select(infinite, c, rounded);
    }
    return rounded + F{};  // -0 becomes +0
  } else {
    // To nearest even; normal, and free of overflow, because of the bounds on exponents.
    const F rounded = to_float(total) * reciprocal(scale);
    const F result = select(all_zero, c + F{}, rounded);
    if constexpr (steps.accumulator == AccumulatorType::bf16) {
      return bits_as_float(bits_as_int(result) & ~0xffff);
    }
    return result;
  }
}

/// All steps. `careful` is for F16 accumulators that may overflow, whose sums are then limited to
/// `limit`, infinity or 65504.
template <Steps steps, bool careful>
void general_steps(Tile& tile_io, float limit) {
  constexpr int n = steps.length;
  for (int first = 0; first < tile; first += n) {
    for (int column = 0; column < tile; column += width) {
      F b[n];
      F b_scale[n];
      for (int k = 0; k < n; ++k) {
        b[k] = load(&tile_io.b.value[first + k][column]);
        b_scale[k] = load(&tile_io.b.scale[first + k][column]);
      }
      for (int i = 0; i < tile; ++i) {
        F products[n];
        F scales[n];
        for (int k = 0; k < n; ++k) {
          products[k] = tile_io.a.value[first + k][i] * b[k];
          scales[k] = tile_io.a.scale[first + k][i] * b_scale[k];
        }
        F* const slot = reinterpret_cast<F*>(&tile_io.c[i][column]);
        const F c = *slot;
        F product_scale = scales[0];
        for (int k = 1; k < n; ++k) product_scale = minimum(product_scale, scales[k]);
        const M all_zero = less(F{} + no_grid(steps), product_scale);
        const F scale = minimum(product_scale, accumulator_scale<steps>(c));
        I total;
        if constexpr (steps.family == Family::gfx11) {
          total = gfx11_total<steps>(products, c, scale);
        } else {
          total = gfx12_total<steps>(products, scales, c, scale);
        }
        *slot = round_total<steps, careful>(total, scale, c, all_zero, splat(limit));
      }
    }
  }
}

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA
