// From an exact sum to the bits of a result. Rounding is always to nearest, ties to even: no field
// of the MODE register changes that.
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

namespace tilewright::emu::wmma {

/// total * 2^grid, exactly.
struct Sum {
  int64_t total = 0;
  int grid = 0;
};

/// magnitude / 2^shift, to nearest even. A negative shift is exact.
[[nodiscard]] constexpr uint64_t shift_right_to_nearest(uint64_t magnitude, int shift) {
  if (shift <= 0) return magnitude << -shift;
  if (shift > 63) return 0;
  const uint64_t quotient = magnitude >> shift;
  const uint64_t rest = magnitude & ((uint64_t{1} << shift) - 1);
  const uint64_t half = uint64_t{1} << (shift - 1);
  const bool up = rest > half || (rest == half && (quotient & 1) != 0);
  return quotient + (up ? 1 : 0);
}

/// Exponent of the leading one.
[[nodiscard]] constexpr int lead(uint64_t magnitude) { return 63 - std::countl_zero(magnitude); }

/// A binary format's bits of a non-zero sum, with gradual underflow. `fraction_bits` and
/// `min_exponent` describe the format; overflow gives `infinity`, or `infinity - 1`, the largest
/// finite number, where results saturate. A result of zero is +0, whatever the sum's sign.
[[nodiscard]] constexpr uint32_t round_to_format(const Sum& sum, int fraction_bits,
                                                 int min_exponent, uint32_t infinity,
                                                 uint32_t sign_bit, bool saturate) {
  const auto magnitude = static_cast<uint64_t>(sum.total < 0 ? -sum.total : sum.total);
  if (magnitude == 0) return 0;
  int exponent = lead(magnitude) + sum.grid;
  if (exponent < min_exponent) exponent = min_exponent;
  // In units of the last place of `exponent`, the bits of the result are the exponent field's
  // multiples plus this significand: a carry out of either moves into the next by itself.
  const uint64_t significand =
      shift_right_to_nearest(magnitude, exponent - fraction_bits - sum.grid);
  if (significand == 0) return 0;
  uint64_t bits = (static_cast<uint64_t>(exponent - min_exponent) << fraction_bits) + significand;
  if (bits >= infinity) bits = saturate ? infinity - 1 : infinity;
  return static_cast<uint32_t>(bits) | (sum.total < 0 ? sign_bit : 0);
}

/// gfx12: gradual underflow.
[[nodiscard]] constexpr uint32_t round_to_f32(const Sum& sum) {
  return round_to_format(sum, 23, -126, 0x7f800000u, 0x80000000u, false);
}

/// gfx11: rounded to 24 bits however small, then flushed to +0 if still below the normal range.
[[nodiscard]] constexpr uint32_t round_to_f32_flushing(const Sum& sum) {
  const auto magnitude = static_cast<uint64_t>(sum.total < 0 ? -sum.total : sum.total);
  if (magnitude == 0) return 0;
  uint64_t significand = shift_right_to_nearest(magnitude, lead(magnitude) - 23);
  int exponent = lead(magnitude) + sum.grid;
  if (significand == uint64_t{1} << 24) {
    significand >>= 1;
    ++exponent;
  }
  if (exponent < -126) return 0;
  const uint32_t sign = sum.total < 0 ? 0x80000000u : 0;
  if (exponent > 127) return sign | 0x7f800000u;
  return sign | static_cast<uint32_t>(exponent + 127) << 23 |
         static_cast<uint32_t>(significand & 0x7fffffu);
}

/// Both families: gradual underflow. With FP16_OVFL, a finite sum saturates at 65504.
[[nodiscard]] constexpr uint32_t round_to_f16(const Sum& sum, bool fp16_ovfl) {
  return round_to_format(sum, 10, -14, 0x7c00u, 0x8000u, fp16_ovfl);
}

}  // namespace tilewright::emu::wmma
