// IEEE binary16 as its 16 bits. Host arithmetic happens in float or double; these two functions are
// the only way in and out.
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

namespace tilewright {

/// Exact. A NaN keeps its sign and payload.
[[nodiscard]] constexpr float half_to_float(uint16_t bits) {
  const uint32_t sign = uint32_t{bits & 0x8000u} << 16;
  const uint32_t exponent = (bits >> 10) & 0x1fu;
  const uint32_t fraction = bits & 0x3ffu;
  uint32_t magnitude = 0;
  if (exponent == 31) {
    magnitude = 0x7f800000u | fraction << 13;
  } else if (exponent == 0) {
    magnitude = std::bit_cast<uint32_t>(static_cast<float>(fraction) * 0x1p-24f);
  } else {
    magnitude = (exponent + 112) << 23 | fraction << 13;
  }
  return std::bit_cast<float>(sign | magnitude);
}

/// Rounds to nearest, ties to even, with gradual underflow; from 65520 up the result is infinity. A
/// NaN becomes quiet and keeps its sign and the upper ten bits of its payload.
[[nodiscard]] constexpr uint16_t half_from_float(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = (bits >> 16) & 0x8000u;
  const uint32_t magnitude = bits & 0x7fffffffu;
  uint32_t half = 0;
  if (magnitude > 0x7f800000u) {
    half = 0x7e00u | ((magnitude >> 13) & 0x3ffu);
  } else if (magnitude >= 0x477ff000u) {
    half = 0x7c00u;
  } else if (magnitude < 0x38800000u) {
    // Below 2^-14 the target's grid is 2^-24, which is float's own grid just above 0.5: the
    // addition rounds, and what it leaves in the low bits is the subnormal.
    half = std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - 0x3f000000u;
  } else {
    half = ((magnitude + 0xfffu + ((magnitude >> 13) & 1u)) >> 13) - (112u << 10);
  }
  return static_cast<uint16_t>(sign | half);
}

}  // namespace tilewright
