// bfloat16 as its 16 bits: the upper half of a float.
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

namespace tilewright {

[[nodiscard]] constexpr float bfloat16_to_float(uint16_t bits) {
  return std::bit_cast<float>(uint32_t{bits} << 16);
}

/// Rounds to nearest, ties to even. A NaN becomes quiet and keeps its sign and upper payload.
[[nodiscard]] constexpr uint16_t bfloat16_from_float(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<uint16_t>(bits >> 16 | 0x40u);
  return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

}  // namespace tilewright
