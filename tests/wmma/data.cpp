// SPDX-License-Identifier: MIT
#include "data.hpp"

#include <bit>
#include <cmath>

#include "core/half.hpp"
#include "emu/wmma/fp8.hpp"

namespace tilewright::emu::wmma {
namespace {

uint32_t below(Random& random, uint32_t bound) { return static_cast<uint32_t>(random() % bound); }

uint32_t bf16_bits(double value) {
  const auto bits = std::bit_cast<uint32_t>(static_cast<float>(value));
  return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

uint32_t infinity_code(FactorType type) {
  const Format format = format_of(type);
  return ((1u << format.exponent_bits) - 1) << format.fraction_bits;
}

uint32_t with_random_sign(Random& random, FactorType type, uint32_t magnitude) {
  return magnitude | below(random, 2) << (format_of(type).width() - 1);
}

/// The largest number of FP8 shares its exponent with the NaN.
uint32_t finite_code(Random& random, FactorType type) {
  const uint32_t end = type == FactorType::fp8 ? 0x7f : infinity_code(type);
  return with_random_sign(random, type, below(random, end));
}

uint32_t special_code(Random& random, FactorType type) {
  const Format format = format_of(type);
  const uint32_t top = infinity_code(type);
  const uint32_t one = static_cast<uint32_t>(format.bias()) << format.fraction_bits;
  const uint32_t smallest_normal = 1u << format.fraction_bits;
  const uint32_t codes[] = {
      0,   1,       smallest_normal - 1,        smallest_normal, one - 1, one, one + 1, top - 1,
      top, top + 1, top | (smallest_normal - 1)};
  return with_random_sign(random, type, codes[below(random, std::size(codes))]);
}

double gauss(Random& random) { return std::normal_distribution<double>()(random); }

double small_integer(Random& random, int magnitude) {
  return static_cast<double>(below(random, 2 * magnitude + 1)) - magnitude;
}

}  // namespace

uint32_t encode(FactorType type, double value) {
  const auto single = static_cast<float>(value);
  switch (type) {
    case FactorType::f16:
      return half_from_float(single);
    case FactorType::bf16:
      return bf16_bits(value);
    case FactorType::fp8:
      return fp8_from_f32(std::bit_cast<uint32_t>(single), true);
    case FactorType::bf8:
      return bf8_from_f32(std::bit_cast<uint32_t>(single), true);
  }
  return 0;
}

uint32_t encode(AccumulatorType type, double value) {
  switch (type) {
    case AccumulatorType::f32:
      return std::bit_cast<uint32_t>(static_cast<float>(value));
    case AccumulatorType::f16:
      return half_from_float(static_cast<float>(value));
    case AccumulatorType::bf16:
      return bf16_bits(value);
  }
  return 0;
}

uint32_t draw_factor(Random& random, DataKind kind, FactorType type, int row) {
  const Format format = format_of(type);
  const double sign = below(random, 2) != 0 ? -1.0 : 1.0;
  switch (kind) {
    case DataKind::bits:
      return below(random, 1u << format.width());
    case DataKind::finite:
      return finite_code(random, type);
    case DataKind::normal:
      return encode(type, gauss(random));
    case DataKind::scaled:
      return encode(type, std::ldexp(gauss(random), row % 12 - 6));
    case DataKind::ones:
      return encode(type, sign);
    case DataKind::ones_zeros:
      return below(random, 4) == 0 ? with_random_sign(random, type, 0) : encode(type, sign);
    case DataKind::integers:
      return encode(type, small_integer(random, 8));
    case DataKind::powers:
      return with_random_sign(
          random, type, below(random, (1u << format.exponent_bits) - 1) << format.fraction_bits);
    case DataKind::two_scales: {
      const uint32_t last = (1u << format.exponent_bits) - 2;
      const uint32_t field = below(random, 2) != 0 ? last - below(random, 3) : below(random, 3);
      const uint32_t fraction = below(random, 4) << (format.fraction_bits - 2);
      return with_random_sign(random, type, field << format.fraction_bits | fraction);
    }
    case DataKind::subnormals:
      return with_random_sign(random, type, below(random, 1u << format.fraction_bits));
    case DataKind::specials:
      return special_code(random, type);
    case DataKind::sparse_nasty:
      return below(random, 64) == 0 ? special_code(random, type) : encode(type, gauss(random));
    case DataKind::sparse:
      return below(random, 6) != 0 ? with_random_sign(random, type, 0)
                                   : encode(type, gauss(random));
    case DataKind::spread:
      return encode(type, std::ldexp(gauss(random), static_cast<int>(below(random, 28)) - 14));
    case DataKind::fractions:
      return encode(type,
                    std::ldexp(small_integer(random, 24), -static_cast<int>(below(random, 5))));
    case DataKind::tiny_powers:
      return encode(type, std::ldexp(sign, -static_cast<int>(below(random, 15))));
    case DataKind::wide_integers:
      return encode(type, (below(random, 8) == 0 ? -1.0 : 1.0) * below(random, 2048));
    case DataKind::ragged: {
      const uint32_t bits = 1 + below(random, static_cast<uint32_t>(format.fraction_bits) + 1);
      const int exponent = static_cast<int>(below(random, 4)) - static_cast<int>(bits);
      return encode(type, std::ldexp(sign * below(random, 1u << bits), exponent));
    }
  }
  return 0;
}

uint32_t draw_accumulator(Random& random, AccumulatorKind kind, AccumulatorType type) {
  const bool wide = type == AccumulatorType::f32;
  const uint32_t sign = below(random, 2) << (wide ? 31 : 15);
  const uint32_t mask = wide ? ~0u : 0xffffu;
  // The top 16 bits of F32 are BF16.
  const auto from_f32 = [&](uint32_t bits) { return wide ? bits : bits >> 16; };
  const bool f16 = type == AccumulatorType::f16;
  switch (kind) {
    case AccumulatorKind::zero:
      return 0;
    case AccumulatorKind::zeros:
      return sign;
    case AccumulatorKind::bits:
      return static_cast<uint32_t>(random()) & mask;
    case AccumulatorKind::normal:
      return encode(type, gauss(random));
    case AccumulatorKind::integers:
      return encode(type, small_integer(random, 2500));
    case AccumulatorKind::large:
      return sign | (f16 ? 0x7bffu - below(random, below(random, 2) != 0 ? 0x10 : 0x400)
                         : from_f32(0x7e000000u + below(random, 0x1800000)));
    case AccumulatorKind::tiny:
      return sign | (f16 ? below(random, 0x800) : from_f32(below(random, 0x1000000)));
    case AccumulatorKind::residues:
      return sign | (f16 ? below(random, 3) : encode(type, std::ldexp(below(random, 3), -24)));
    case AccumulatorKind::corners: {
      const uint32_t f16_words[] = {0x7c00, 0x7e00, 0x7c01, 0x7bff, 0x0400, 0x03ff, 0x3c00};
      const uint32_t f32_words[] = {0x7f800000, 0x7fc00000, 0x7f810000, 0x7f7fffff,
                                    0x00800000, 0x007fffff, 0x3f800000};
      const uint32_t pick = below(random, 7);
      return sign | (f16 ? f16_words[pick] : from_f32(f32_words[pick]));
    }
    case AccumulatorKind::hundreds:
      return encode(type, 300 * gauss(random));
    case AccumulatorKind::millions:
      return encode(type, small_integer(random, f16 ? 1 << 15 : 1 << (16 + below(random, 10))));
  }
  return 0;
}

}  // namespace tilewright::emu::wmma
