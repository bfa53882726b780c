// Steps of data whose sums need no alignment loss: plain float arithmetic then gives silicon's bits
// at a fraction of the cost. Small integers and much low-precision data are of this kind.
//
// The proof works on units: every product is a multiple of one unit, and so is C. If the largest
// possible sum is small enough in units, nothing is cut off when terms are aligned (a grid is 24
// bits below a product's exponent or 26 below C's), and float sums are exact up to 2^24 units.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/wmma/fast/simd.hpp"
#include "emu/wmma/fast/steps.hpp"
#include "emu/wmma/fast/tile.hpp"
#include "emu/wmma/layout.hpp"

namespace tilewright::emu::wmma::TW_WMMA_ISA {

/// The largest power of two that the first row's numbers are multiples of, 0 if they are all zero.
/// A guess for the others. Bits more than 30 below the largest are overlooked.
inline float guess_unit(const FactorTile& factors) {
  const float scale = power_of_two(30) / factors.bound;
  I bits{};
  for (int column = 0; column < tile; column += width) {
    bits |= truncate(load(&factors.value[0][column]) * scale);
  }
  const uint32_t all = union_of(bits);
  return static_cast<float>(all & (0u - all)) / scale;
}

/// Whether all numbers, which must be below 2^22 units, are multiples of `unit`.
inline bool are_multiples(const FactorTile& factors, float unit) {
  // Next to this, numbers have no bits below a unit: adding it rounds them.
  const F rounder = splat(unit * (1.5f * power_of_two(23)));
  I changed{};
  for (int column = 0; column < tile; column += width) {
    for (int q = 0; q < tile; ++q) {
      const F value = load(&factors.value[q][column]);
      changed |= bits_as_int((value + rounder) - rounder) ^ bits_as_int(value);
    }
  }
  return (union_of(changed) & INT32_MAX) == 0;  // a zero may lose its sign
}

inline bool accumulators_are_multiples(const Tile& tile_in, float unit) {
  const F scale = splat(1.0f / unit);
  I changed{};
  for (int column = 0; column < tile; column += width) {
    for (int i = 0; i < tile; ++i) {
      const F units = load(&tile_in.c[i][column]) * scale;
      changed |= bits_as_int(to_float(truncate(units))) ^ bits_as_int(units);
    }
  }
  return (union_of(changed) & INT32_MAX) == 0;
}

/// How a tile may be computed.
enum class Exactness {
  none,   ///< general_steps only
  steps,  ///< each step's sum is exact in floats, and rounded once
  chain,  ///< nothing is ever rounded: a chain of multiply-adds
};

template <Steps steps>
inline Exactness exactness(const Tile& tile_in) {
  const float product = tile_in.a.bound * tile_in.b.bound;
  const float a_unit = guess_unit(tile_in.a);
  const float b_unit = guess_unit(tile_in.b);
  const float unit = a_unit * b_unit;
  // A step's products must add up to 2^24 units at most. This tells real numbers from integers.
  if (!(steps.length * product <= unit * power_of_two(24))) return Exactness::none;
  const float sum = tile_in.c_bound + tile * product;
  const float units = sum / unit;
  if (!(units <= power_of_two(26)) || unit < power_of_two(-40)) return Exactness::none;
  if (steps.accumulator == AccumulatorType::f16 && !(sum < 65504.0f)) return Exactness::none;
  if (!are_multiples(tile_in.a, a_unit) || !are_multiples(tile_in.b, b_unit) ||
      !accumulators_are_multiples(tile_in, unit)) {
    return Exactness::none;
  }
  constexpr int result_bits = steps.accumulator == AccumulatorType::f32   ? 24
                              : steps.accumulator == AccumulatorType::f16 ? 11
                                                                          : 8;
  if (units <= power_of_two(result_bits) && unit >= power_of_two(-24)) return Exactness::chain;
  // Rounding a float sum to F16 is rounding once only if the float is exact.
  if (steps.accumulator == AccumulatorType::f16 && units > power_of_two(24)) return Exactness::none;
  return Exactness::steps;
}

/// Fused multiply-adds, one after the other. A zero sum is +0 whatever the signs, and from C + 0 on
/// a sum of exact floats is never -0: `offset` is that zero, or -0 to keep C as it is.
inline void multiply_add_chain(Tile& tile_io, float offset) {
  for (int column = 0; column < tile; column += width) {
    F sums[tile];
    for (int i = 0; i < tile; ++i) sums[i] = load(&tile_io.c[i][column]) + offset;
    for (int q = 0; q < tile; ++q) {
      const F b = load(&tile_io.b.value[q][column]);
#pragma GCC unroll 16
      for (int i = 0; i < tile; ++i) {
        sums[i] = fused_multiply_add(splat(tile_io.a.value[q][i]), b, sums[i]);
      }
    }
    for (int i = 0; i < tile; ++i) store(&tile_io.c[i][column], sums[i]);
  }
}

template <Steps steps>
inline void exact_steps(Tile& tile_io) {
  for (int first = 0; first < tile; first += steps.length) {
    for (int column = 0; column < tile; column += width) {
      for (int i = 0; i < tile; ++i) {
        F sum = tile_io.a.value[first][i] * load(&tile_io.b.value[first][column]);
        for (int k = first + 1; k < first + steps.length; ++k) {
          sum = fused_multiply_add(splat(tile_io.a.value[k][i]), load(&tile_io.b.value[k][column]),
                                   sum);
        }
        F c = load(&tile_io.c[i][column]) + sum;
        if constexpr (steps.accumulator == AccumulatorType::f16) c = round_to_half(c);
        if constexpr (steps.accumulator == AccumulatorType::bf16) {
          c = bits_as_float(bits_as_int(c) & ~0xffff);
        }
        store(&tile_io.c[i][column], c + F{});
      }
    }
  }
}

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA
