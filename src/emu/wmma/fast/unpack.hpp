// A and B, from registers to a Tile.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/wmma/fast/places.hpp"
#include "emu/wmma/fast/simd.hpp"
#include "emu/wmma/fast/tile.hpp"
#include "emu/wmma/forms.hpp"

namespace tilewright::emu::wmma::TW_WMMA_ISA {

/// Codes in both halves of each lane, with the magnitude in the low 15 bits of each.
///
/// 8-bit codes come from the odd bytes. BF8's fields are F16's upper byte. FP8's are moved into
/// F16's, whose exponent bias is 8 more.
template <FactorType type>
inline I as_halves(I word) {
  if constexpr (type == FactorType::bf8) return word & static_cast<int32_t>(0xff00ff00u);
  if constexpr (type == FactorType::fp8) {
    return ((word & 0x7f007f00) >> 1) | (word & static_cast<int32_t>(0x80008000u));
  }
  return word;
}

/// The smallest magnitude, as a half, that the kernels do not take: infinity, which NaNs exceed;
/// for FP8 the NaN; for BF16 2^41, so that no sum overflows.
template <FactorType type>
constexpr uint32_t unusual_magnitude() {
  if (type == FactorType::bf16) return (41 + 127) << 7;
  return type == FactorType::fp8 ? 0x7f << 7 : 0x7c00;
}

/// A power of two above the numbers of this magnitude or less. (Of those that the kernels take: a
/// bound of BF16's largest numbers would be infinite.)
template <FactorType type>
inline float bound_of(uint32_t magnitude) {
  if (magnitude > unusual_magnitude<type>()) magnitude = unusual_magnitude<type>();
  constexpr int fraction_bits = type == FactorType::bf16 ? 7 : 10;
  constexpr int bias = type == FactorType::bf16 ? 127 : (type == FactorType::fp8 ? 7 : 15);
  const int field = static_cast<int>(magnitude >> fraction_bits);
  return power_of_two((field == 0 ? 1 : field) - bias + 1);
}

template <FactorType type, bool flush>
inline void unpack_halves(I halves, float* low, float* high) {
  F low_value;
  F high_value;
  if constexpr (type == FactorType::bf16) {
    low_value = bits_as_float(halves << 16);
    high_value = bits_as_float(halves & ~0xffff);
  } else {
    floats_from_halves(halves, low_value, high_value);
  }
  if constexpr (type == FactorType::fp8) {
    low_value *= 256.0f;
    high_value *= 256.0f;
  }
  if constexpr (flush && type == FactorType::bf16) {
    low_value = flush_subnormals(low_value);
    high_value = flush_subnormals(high_value);
  }
  store(low, low_value);
  store(high, high_value);
}

/// `flips` is exclusive-ored into every word (NEG modifiers); `flush` makes BF16 subnormals zeros.
template <Family family, Form form, WaveSize wave, FactorType type, bool flush>
inline void unpack_factors(const Row* rows, uint32_t flips, FactorTile& factors) {
  constexpr int bits = factor_width(form);
  const I flip = splat(static_cast<int32_t>(flips));
  I largest_of_all{};
  for (int column = 0; column < tile; column += width) {
    I largest{};
    const auto note = [&](I halves) {
      largest = maximum_halves(largest, halves & 0x7fff7fff);
      return halves;
    };
#pragma GCC unroll 8
    for (int q = 0; q < tile; q += 32 / bits) {
      const uint32_t* words = words_of(rows, ordered_factor_lanes<family, form, wave>.at[q]);
      const I word = load(&words[column]) ^ flip;
      float(*value)[16] = &factors.value[q];
      if constexpr (bits == 16) {
        unpack_halves<type, flush>(note(word), &value[0][column], &value[1][column]);
      } else {
        unpack_halves<type, flush>(note(as_halves<type>(word << 8)), &value[0][column],
                                   &value[2][column]);
        unpack_halves<type, flush>(note(as_halves<type>(word)), &value[1][column],
                                   &value[3][column]);
      }
    }
    largest = maximum(largest & 0xffff, (largest >> 16) & 0xffff);
    largest_of_all = maximum(largest_of_all, largest);
    constexpr int limit = unusual_magnitude<type>();
    store(&factors.unusual[column], select(less(largest, I{} + limit), I{}, I{} - 1));
  }
  factors.bound = bound_of<type>(greatest(largest_of_all));
}

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA
