// The exponents of factors, which the general kernels align sums by, as powers of two.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/wmma/factor.hpp"
#include "emu/wmma/fast/simd.hpp"
#include "emu/wmma/fast/tile.hpp"
#include "emu/wmma/layout.hpp"

namespace tilewright::emu::wmma::TW_WMMA_ISA {

/// The smallest exponent of BF16 that scales serve: with it every scale and every sum is a normal
/// float. Data with smaller numbers, other than zero, take another way (wide.hpp).
inline constexpr int min_wide_exponent = -36;

/// Scales of zero. The product with any number's scale must exceed every product of numbers'
/// scales, and, but for BF16, the product of two must be finite.
inline constexpr float zero_scale = power_of_two(60);
inline constexpr float wide_zero_scale = power_of_two(126);

/// Fills in `scale`. False if there are BF16 numbers too small for it.
template <FactorType type>
inline bool fill_scales(FactorTile& factors) {
  constexpr bool wide = type == FactorType::bf16;
  // A subnormal's exponent is the smallest normal one. For BF16, one that is clearly too small.
  constexpr int lowest = wide ? -100 : 1 - format_of(type).bias();
  F largest{};
  for (int column = 0; column < tile; column += width) {
    for (int q = 0; q < tile; ++q) {
      const F value = load(&factors.value[q][column]);
      const I exponent = maximum(bits_as_int(value) & 0x7f800000, I{} + ((lowest + 127) << 23));
      const F scale = bits_as_float(((127 + 127 + 12) << 23) - exponent);
      const M zero = equal(value, F{});
      store(&factors.scale[q][column],
            select(zero, F{} + (wide ? wide_zero_scale : zero_scale), scale));
      if constexpr (wide) largest = maximum(largest, select(zero, F{}, scale));
    }
  }
  return !wide || all(less(largest, F{} + power_of_two(13 - min_wide_exponent)));
}

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA
