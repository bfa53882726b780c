// From registers to a Tile.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/wmma/fast/places.hpp"
#include "emu/wmma/fast/simd.hpp"
#include "emu/wmma/fast/tile.hpp"
#include "emu/wmma/forms.hpp"

namespace tilewright::emu::wmma::TW_WMMA_ISA {

/// Exponents that the kernels take of a factor that is not zero: all of F16, FP8 and BF8. Of BF16
/// the part that keeps every scale and every sum in the range of normal floats; real data rarely
/// leave it.
inline constexpr int min_wide_exponent = -36;
inline constexpr int max_wide_exponent = 40;

/// Scales of zero. The product with any number's scale must exceed every product of numbers'
/// scales, and, but for BF16, the product of two must be finite.
inline constexpr float zero_scale = power_of_two(60);
inline constexpr float wide_zero_scale = power_of_two(126);

/// The code at bit `bit` of each lane, in the low bits; above them anything.
template <FactorType type>
inline F decode(I code) {
  if constexpr (type == FactorType::f16) {
    return float_from_half(code);
  } else if constexpr (type == FactorType::bf16) {
    return bits_as_float(code << 16);
  } else if constexpr (type == FactorType::bf8) {
    return float_from_half((code & 0xff) << 8);
  } else {
    // E4M3 moved into F16's fields, whose exponent bias is 8 more. The NaN becomes 480.
    const I half = ((code & 0x7f) << 7) | ((code & 0x80) << 8);
    return float_from_half(half) * 256.0f;
  }
}

/// Running facts about the columns of a FactorTile.
struct FactorFacts {
  F min_scale = F{} + 1e38f;
  F max_scale = F{};
  I unusual{};
  I zeros{};
};

template <FactorType type, bool flush>
inline void unpack_factor(I code, float* value, float* scale, FactorFacts& facts) {
  F number = decode<type>(code);
  I exponent = bits_as_int(number) & 0x7f800000;
  if constexpr (type == FactorType::bf16 && flush) {
    // Subnormals are flushed, signs are kept.
    number =
        bits_as_float(bits_as_int(number) & select(equal(exponent, I{}), I{} + INT32_MIN, I{} - 1));
  }
  const M zero = equal(number, F{});
  // A subnormal's exponent is the smallest normal one. For BF16, where small exponents are unusual,
  // one that shows as such and still has a scale.
  constexpr int lowest = type == FactorType::bf16 ? -100 : 1 - format_of(type).bias();
  exponent = maximum(exponent, I{} + ((lowest + 127) << 23));
  const F q = bits_as_float(((127 + 127 + 12) << 23) - exponent);
  store(value, number);
  constexpr float of_zero = type == FactorType::bf16 ? wide_zero_scale : zero_scale;
  store(scale, select(zero, F{} + of_zero, q));
  facts.min_scale = select(zero, facts.min_scale, minimum(facts.min_scale, q));
  facts.max_scale = select(zero, facts.max_scale, maximum(facts.max_scale, q));
  facts.zeros = select(zero, I{} - 1, facts.zeros);
}

/// Loads A or B. `flips` is exclusive-ored into every word (NEG modifiers); `flush` makes BF16
/// subnormals zeros.
template <Family family, Form form, WaveSize wave, FactorType type, bool flush>
inline void unpack_factors(const Row* rows, uint32_t flips, FactorTile& tile_out) {
  constexpr int bits = factor_width(form);
  constexpr int per_word = 32 / bits;
  const I flip = splat(static_cast<int32_t>(flips));
  for (int column = 0; column < tile; column += width) {
    FactorFacts facts;
#pragma GCC unroll 16
    for (int q = 0; q < tile; q += per_word) {
      const uint32_t* words = words_of(rows, ordered_factor_lanes<family, form, wave>.at[q]);
      const I word = load(&words[column]) ^ flip;
      if constexpr (type == FactorType::fp8) {
        // A byte that is 0x7f but for its sign is the NaN: adding one carries into the top bit.
        facts.unusual |= ((word & 0x7f7f7f7f) + 0x01010101) & static_cast<int32_t>(0x80808080u);
      }
      for (int part = 0; part < per_word; ++part) {
        unpack_factor<type, flush>(word >> (part * bits), &tile_out.value[q + part][column],
                                   &tile_out.scale[q + part][column], facts);
      }
    }
    if constexpr (type == FactorType::bf16) {
      const M low = less(F{} + power_of_two(12 - min_wide_exponent), facts.max_scale);
      const M high = less(facts.min_scale, F{} + power_of_two(12 - max_wide_exponent));
      facts.unusual = select(either(low, high), I{} - 1, facts.unusual);
    } else if constexpr (type != FactorType::fp8) {
      // Infinities and NaNs have an F32 exponent far above that of any number.
      facts.unusual =
          select(less(facts.min_scale, F{} + power_of_two(12 - 100)), I{} - 1, facts.unusual);
    }
    store(&tile_out.min_scale[column], facts.min_scale);
    store(&tile_out.max_scale[column], facts.max_scale);
    store(&tile_out.has_zero[column], facts.zeros);
    store(&tile_out.unusual[column], facts.unusual);
  }
}

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA
