// The one-byte floats as their 8 bits, rounded and saturated as gfx12's conversion instructions do
// (V_CVT_PK_FP8_F32 and its kin).
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "arch/fp8.hpp"

namespace tilewright {

/// What a format is made of. E4M3 spends its top exponent on numbers and has one NaN a sign, no
/// infinity; E5M2 is the upper half of binary16.
struct Fp8Layout {
  int fraction_bits;
  int bias;
  uint8_t beyond;  ///< the first code that is no number: E4M3's NaN, E5M2's infinity
  uint8_t nan;     ///< what a NaN becomes, whatever its sign and payload

  [[nodiscard]] constexpr int min_exponent() const { return 1 - bias; }
};

[[nodiscard]] constexpr Fp8Layout layout_of(Fp8 format) {
  return format == Fp8::e4m3 ? Fp8Layout{3, 7, 0x7f, 0xff} : Fp8Layout{2, 15, 0x7c, 0xfe};
}

/// Exact. Subnormals and the sign of zero are kept; a NaN becomes the quiet NaN of its sign.
[[nodiscard]] constexpr float fp8_to_float(Fp8 format, uint8_t code) {
  const Fp8Layout layout = layout_of(format);
  const uint32_t sign = uint32_t{code & 0x80u} << 24;
  const uint32_t magnitude = code & 0x7fu;
  const int fraction_shift = 23 - layout.fraction_bits;
  uint32_t bits = 0;
  if (magnitude > layout.beyond || (format == Fp8::e4m3 && magnitude == layout.beyond)) {
    bits = 0x7fc00000u;
  } else if (magnitude == layout.beyond) {
    bits = 0x7f800000u;
  } else if (magnitude >> layout.fraction_bits == 0) {
    const auto grid = static_cast<uint32_t>(127 + layout.min_exponent() - layout.fraction_bits);
    bits =
        std::bit_cast<uint32_t>(static_cast<float>(magnitude) * std::bit_cast<float>(grid << 23));
  } else {
    bits = (magnitude << fraction_shift) + (static_cast<uint32_t>(127 - layout.bias) << 23);
  }
  return std::bit_cast<float>(sign | bits);
}

/// What becomes of a finite number whose rounded magnitude has no code. Infinities never saturate.
enum class Fp8Overflow : uint8_t {
  beyond,    ///< E4M3: NaN, E5M2: infinity (MODE.FP16_OVFL = 0)
  saturate,  ///< the largest number: 448, 57344 (MODE.FP16_OVFL = 1)
};

/// Rounds to nearest, ties to even, with gradual underflow; zero and what underflows keep the sign.
[[nodiscard]] constexpr uint8_t fp8_from_float(Fp8 format, float value, Fp8Overflow overflow) {
  const Fp8Layout layout = layout_of(format);
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = (bits >> 24) & 0x80u;
  const uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return layout.nan;
  if (magnitude == 0x7f800000u) return static_cast<uint8_t>(sign | layout.beyond);

  const int drop = 23 - layout.fraction_bits;
  const auto min_normal = static_cast<uint32_t>(127 + layout.min_exponent()) << 23;
  uint32_t code = 0;
  if (magnitude < min_normal) {
    // The subnormals' grid is float's own grid just above this power of two: the addition rounds,
    // and what it leaves in the low bits is the code.
    const uint32_t power = static_cast<uint32_t>(127 + layout.min_exponent() + drop) << 23;
    code = std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) + std::bit_cast<float>(power)) -
           power;
  } else {
    const uint32_t half_less_one = (1u << (drop - 1)) - 1;
    const uint32_t rounded = (magnitude + half_less_one + ((magnitude >> drop) & 1u)) >> drop;
    code = rounded - (static_cast<uint32_t>(127 - layout.bias) << layout.fraction_bits);
  }
  const uint32_t limit = overflow == Fp8Overflow::saturate ? layout.beyond - 1u : layout.beyond;
  return static_cast<uint8_t>(sign | std::min(code, limit));
}

}  // namespace tilewright
