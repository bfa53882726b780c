// SPDX-License-Identifier: MIT
#include "emu/wmma/fp8.hpp"

#include <algorithm>

#include "emu/wmma/round.hpp"

namespace tilewright::emu::wmma {
namespace {

uint32_t decode(FactorType type, uint32_t code) {
  const Factor factor = decode_factor(type, Family::gfx12, code & 0xffu);
  const uint32_t sign = factor.negative ? 0x80000000u : 0;
  if (factor.nan) return sign | 0x7fc00000u;
  if (factor.infinite) return sign | 0x7f800000u;
  const Sum value{factor.significand, factor.exponent - format_of(type).fraction_bits};
  return sign | round_to_f32(value);
}

struct Target {
  int fraction_bits;
  int min_exponent;
  uint32_t overflow;  ///< the first code that is no number: FP8's NaN, BF8's infinity
  uint32_t nan;       ///< what any NaN becomes
};
constexpr Target fp8{3, -6, 0x7f, 0xff};
constexpr Target bf8{2, -14, 0x7c, 0xfe};

/// `round` takes the 24-bit significand and how many of its low bits are to go.
template <class Round>
uint32_t encode(const Target& target, uint32_t source, bool fp16_ovfl, Round round) {
  const uint32_t magnitude = source & 0x7fffffffu;
  const uint32_t sign = source >> 24 & 0x80u;
  if (magnitude > 0x7f800000u) return target.nan;
  if (magnitude == 0x7f800000u) return sign | target.overflow;
  const uint32_t limit = fp16_ovfl ? target.overflow - 1 : target.overflow;

  // The last place of the result is that of the source's exponent, but not below the smallest
  // subnormal. Subnormal sources are far below that.
  const uint32_t field = magnitude >> 23;
  const uint32_t significand = (magnitude & 0x7fffffu) | (field != 0 ? 0x800000u : 0);
  const int source_exponent = static_cast<int>(std::max(field, 1u)) - 127;
  const int exponent = std::max(source_exponent, target.min_exponent);
  const int drop = 23 - target.fraction_bits + exponent - source_exponent;
  const uint64_t quotient = round(significand, drop);
  // A carry out of the fraction moves into the exponent by itself.
  const uint64_t code =
      quotient + (static_cast<uint64_t>(exponent - target.min_exponent) << target.fraction_bits);
  return sign | static_cast<uint32_t>(std::min<uint64_t>(code, limit));
}

uint32_t encode_nearest(const Target& target, uint32_t source, bool fp16_ovfl) {
  return encode(target, source, fp16_ovfl, [](uint32_t significand, int drop) {
    return shift_right_to_nearest(significand, drop);
  });
}

uint32_t encode_stochastic(const Target& target, uint32_t source, uint32_t seed, bool fp16_ovfl) {
  // The seed's bits line up with the first bits below the last place, as many as a normal result
  // drops. Where a subnormal result drops more, the lowest are lost before the addition.
  const int seed_bits = 23 - target.fraction_bits;
  return encode(target, source, fp16_ovfl, [&](uint32_t significand, int drop) -> uint64_t {
    const int lost = drop - seed_bits;
    const uint64_t fixed = lost > 31 ? 0 : significand >> lost;
    return (fixed + (seed >> (32 - seed_bits))) >> seed_bits;
  });
}

}  // namespace

uint32_t f32_from_fp8(uint32_t code) { return decode(FactorType::fp8, code); }
uint32_t f32_from_bf8(uint32_t code) { return decode(FactorType::bf8, code); }

uint32_t fp8_from_f32(uint32_t source, bool fp16_ovfl) {
  return encode_nearest(fp8, source, fp16_ovfl);
}
uint32_t bf8_from_f32(uint32_t source, bool fp16_ovfl) {
  return encode_nearest(bf8, source, fp16_ovfl);
}
uint32_t fp8_from_f32_stochastic(uint32_t source, uint32_t seed, bool fp16_ovfl) {
  return encode_stochastic(fp8, source, seed, fp16_ovfl);
}
uint32_t bf8_from_f32_stochastic(uint32_t source, uint32_t seed, bool fp16_ovfl) {
  return encode_stochastic(bf8, source, seed, fp16_ovfl);
}

}  // namespace tilewright::emu::wmma
