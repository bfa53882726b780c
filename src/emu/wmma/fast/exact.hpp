// Steps of data whose sums need no alignment loss: plain float arithmetic then gives silicon's bits
// at a fraction of the cost. Small integers and most low-precision data are of this kind.
//
// The proof works on units: every product is a multiple of one unit 2^u, and so is C. If the
// largest possible sum is small enough in units, nothing is cut off when terms are aligned (a grid
// is 24 bits below a product's exponent or 26 below C's), and float sums are exact up to 2^24
// units. SPDX-License-Identifier: MIT
#pragma once

#include "emu/wmma/fast/simd.hpp"
#include "emu/wmma/fast/steps.hpp"
#include "emu/wmma/fast/tile.hpp"

namespace tilewright::emu::wmma::TW_WMMA_ISA {

/// What is known of all numbers of a FactorTile.
struct FactorRange {
  bool unusual = false;
  bool has_zero = false;
  float bound = 0;      ///< above every magnitude: a power of two
  float min_scale = 0;  ///< as in FactorTile, over all rows
  float max_scale = 0;
};

inline FactorRange range_of(const FactorTile& factors) {
  F min_scale = load(&factors.min_scale[0]);
  F max_scale = load(&factors.max_scale[0]);
  I unusual = load(&factors.unusual[0]);
  I zeros = load(&factors.has_zero[0]);
  for (int column = width; column < tile; column += width) {
    min_scale = minimum(min_scale, load(&factors.min_scale[column]));
    max_scale = maximum(max_scale, load(&factors.max_scale[column]));
    unusual |= load(&factors.unusual[column]);
    zeros |= load(&factors.has_zero[column]);
  }
  FactorRange range;
  range.unusual = union_of(unusual) != 0;
  range.has_zero = union_of(zeros) != 0;
  range.min_scale = least(min_scale);
  range.max_scale = greatest(max_scale);
  range.bound = range.max_scale == 0 ? 0 : power_of_two(13) / range.min_scale;
  return range;
}

/// A unit of the numbers in rows [0, rows) of `factors`: the largest power of two that all are
/// multiples of, 0 if they span too many bits to tell. `fraction_bits` is that of their type.
inline float unit_of(const FactorTile& factors, const FactorRange& range, int rows,
                     int fraction_bits) {
  if (range.max_scale == 0) return power_of_two(0);
  // Scaled so that the largest is just below 2^30; the smallest exponent's last place must not fall
  // below 1.
  const float scale = range.min_scale * power_of_two(29 - 12);
  if (range.max_scale * power_of_two(fraction_bits - 12) > scale) return 0;
  I bits{};
  for (int q = 0; q < rows; ++q) {
    for (int column = 0; column < tile; column += width) {
      bits |= truncate(load(&factors.value[q][column]) * scale);
    }
  }
  const uint32_t all = union_of(bits);
  if (all == 0) return range.bound;
  return static_cast<float>(all & (0u - all)) / scale;
}

/// How a tile may be computed.
enum class Exactness {
  none,   ///< general_steps only
  steps,  ///< each step's sum is exact, or rounded once, in floats
  chain,  ///< nothing is ever rounded: a chain of multiply-adds
};

/// The largest magnitude of C in units of `unit`, or infinity if one is no multiple of it or too
/// large to tell.
inline float accumulator_units(const Tile& tile_in, float unit) {
  const float scale = 1.0f / unit;
  F largest{};
  M fractional = less(F{}, F{});
  for (int i = 0; i < tile; ++i) {
    for (int column = 0; column < tile; column += width) {
      const F units = load(&tile_in.c[i][column]) * scale;
      const F magnitude = bits_as_float(bits_as_int(units) & INT32_MAX);
      largest = maximum(largest, magnitude);
      fractional = either(fractional, less(to_float(truncate(magnitude)), magnitude));
    }
  }
  return any(fractional) ? __builtin_inff() : greatest(largest);
}

template <Steps steps>
inline Exactness exactness(const Tile& tile_in, const FactorRange& a, const FactorRange& b,
                           int a_fraction_bits, int b_fraction_bits) {
  // The first row tells real numbers from integers, cheaply.
  const float largest_step = static_cast<float>(steps.length) * a.bound * b.bound;
  for (const int rows : {1, tile}) {
    const float unit =
        unit_of(tile_in.a, a, rows, a_fraction_bits) * unit_of(tile_in.b, b, rows, b_fraction_bits);
    if (largest_step > unit * power_of_two(24)) return Exactness::none;
    if (rows == 1) continue;

    const float sum = accumulator_units(tile_in, unit) + tile * a.bound * b.bound / unit;
    if constexpr (steps.accumulator == AccumulatorType::f16) {
      if (unit < power_of_two(-40) || !(sum * unit < 65504.0f)) return Exactness::none;
      if (unit >= power_of_two(-24) && sum <= power_of_two(11)) return Exactness::chain;
      return sum <= power_of_two(24) ? Exactness::steps : Exactness::none;
    } else {
      constexpr int bits = steps.accumulator == AccumulatorType::f32 ? 24 : 8;
      if (sum <= power_of_two(bits)) return Exactness::chain;
      return sum <= power_of_two(26) ? Exactness::steps : Exactness::none;
    }
  }
  return Exactness::none;
}

/// Fused multiply-adds, one after the other.
inline void multiply_add_chain(Tile& tile_io) {
  for (int column = 0; column < tile; column += width) {
    F sums[tile];
    for (int i = 0; i < tile; ++i) sums[i] = load(&tile_io.c[i][column]);
    for (int q = 0; q < tile; ++q) {
      const F b = load(&tile_io.b.value[q][column]);
      for (int i = 0; i < tile; ++i) {
        sums[i] = fused_multiply_add(F{} + tile_io.a.value[q][i], b, sums[i]);
      }
    }
    for (int i = 0; i < tile; ++i) store(&tile_io.c[i][column], sums[i]);
  }
}

/// A zero sum is +0 whatever the signs. From C + 0 on, a sum of floats is never -0.
inline void exact_chain(Tile& tile_io) {
  for (int i = 0; i < tile; ++i) {
    for (int column = 0; column < tile; column += width) {
      store(&tile_io.c[i][column], load(&tile_io.c[i][column]) + F{});
    }
  }
  multiply_add_chain(tile_io);
}

template <Steps steps>
inline void exact_steps(Tile& tile_io) {
  for (int first = 0; first < tile; first += steps.length) {
    for (int column = 0; column < tile; column += width) {
      for (int i = 0; i < tile; ++i) {
        F sum = tile_io.a.value[first][i] * load(&tile_io.b.value[first][column]);
        for (int k = first + 1; k < first + steps.length; ++k) {
          sum = fused_multiply_add(F{} + tile_io.a.value[k][i], load(&tile_io.b.value[k][column]),
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
