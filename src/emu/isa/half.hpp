// IEEE binary16 in integer operations, so that it vectorises and no host flag can change it.
// Internal linkage for the reason given in lanes.hpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "emu/isa/float_bits.hpp"
#include "emu/isa/types.hpp"

namespace tilewright::emu {
namespace {

/// Exact; a NaN keeps its payload and its signalling bit.
inline float widen(Half half) {
  const uint32_t sign = uint32_t{half.bits & 0x8000u} << 16;
  const uint32_t magnitude = half.bits & 0x7fffu;
  // A subnormal is an integer times 2^-24. For the rest only the exponent's bias changes.
  const uint32_t subnormal =
      bits_of(static_cast<float>(static_cast<int32_t>(magnitude)) * 0x1p-24F);
  const uint32_t normal = (magnitude << 13) + (112u << 23);
  const uint32_t special = magnitude << 13 | 0x7f800000;
  const uint32_t value = magnitude >= 0x7c00 ? special : magnitude < 0x0400 ? subnormal : normal;
  return float_of(sign | value);
}
inline double widen_to_double(Half half) { return static_cast<double>(widen(half)); }

/// To nearest, ties to even, with gradual underflow. A NaN is quieted and keeps the top of its
/// payload. `saturate` (MODE.FP16_OVFL) turns overflow of finite values into the largest number.
inline Half narrow(float value, bool saturate) {
  const uint32_t bits = bits_of(value);
  const uint32_t sign = bits >> 16 & 0x8000;
  const uint32_t magnitude = bits & 0x7fffffff;
  // Normal results: round the low 13 bits; a carry runs into the exponent by itself.
  const uint32_t odd = magnitude >> 13 & 1;
  const uint32_t normal = (magnitude - (112u << 23) + 0xfff + odd) >> 13;
  // Subnormal results: adding 0.5 leaves the wanted integer in the low bits of the sum, rounded by
  // the host's nearest-even addition.
  const uint32_t subnormal = bits_of(float_of(magnitude) + 0.5F) - 0x3f000000;
  const uint32_t overflow = saturate ? 0x7bff : 0x7c00;
  uint32_t result = magnitude < (113u << 23) ? subnormal : normal;
  result = magnitude >= 0x477ff000 ? overflow : result;  // 65520 and more
  result = magnitude == 0x7f800000 ? 0x7c00 : result;
  result = magnitude > 0x7f800000 ? 0x7e00 | (magnitude >> 13 & 0x3ff) : result;
  return Half{static_cast<uint16_t>(sign | result)};
}

/// The same in another direction than to nearest: MODE's for results in f16.
inline Half narrow_directed(float value, Mode mode) {
  const uint32_t bits = bits_of(value);
  const uint32_t sign = bits >> 16 & 0x8000;
  const uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude >= 0x7f800000) return narrow(value, false);
  const bool away = mode.round_f16_f64() == (sign != 0 ? Mode::kDown : Mode::kUp);
  if (magnitude >= 143u << 23) {  // 65536 and more
    return Half{static_cast<uint16_t>(sign | (away && !mode.fp16_ovfl() ? 0x7c00 : 0x7bff))};
  }
  // Bits of the significand that the result has no room for: 13, and more below its normal range.
  const uint32_t exponent = magnitude >> 23;
  const uint32_t subnormal = exponent == 0 ? 1 : exponent;
  const bool is_normal = exponent >= 113;
  const uint32_t significand = is_normal      ? magnitude - (112u << 23)
                               : exponent > 0 ? (magnitude & 0x7fffff) | 0x800000
                                              : magnitude;
  const uint32_t drop = is_normal ? 13 : 126 - subnormal;
  const uint64_t lost = (uint64_t{1} << (drop > 32 ? 32 : drop)) - 1;
  auto result = static_cast<uint32_t>((significand + (away ? lost : 0)) >> (drop > 32 ? 32 : drop));
  if (result == 0x7c00 && mode.fp16_ovfl()) result = 0x7bff;
  return Half{static_cast<uint16_t>(sign | result)};
}

/// By MODE. Where that asks for another direction than to nearest, sums and products come rounded
/// in that direction already, and rounding them so once more is the same as rounding once.
inline Half narrow(float value, Mode mode) {
  return mode.round_f16_f64() == Mode::kNearest ? narrow(value, mode.fp16_ovfl())
                                                : narrow_directed(value, mode);
}

/// A double that is a sum or product of halves, rounded once. Rounding to odd in f32 first keeps
/// what the second rounding must know.
inline Half narrow_double(double value, Mode mode) {
  float toward = static_cast<float>(value);
  const double back = static_cast<double>(toward);
  if (back != value && !is_nan(value)) {
    uint32_t bits = bits_of(toward);
    // Truncate towards zero, then set the lowest bit.
    const bool away = (back < 0 ? -back : back) > (value < 0 ? -value : value);
    if (away) --bits;
    toward = float_of(bits | 1);
  }
  return narrow(toward, mode);
}

inline bool is_nan(Half half) { return (half.bits & 0x7fff) > 0x7c00; }
inline bool is_inf(Half half) { return (half.bits & 0x7fff) == 0x7c00; }
inline Half quiet(Half half) { return Half{static_cast<uint16_t>(half.bits | 0x200)}; }

}  // namespace
}  // namespace tilewright::emu
