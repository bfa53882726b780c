// SPDX-License-Identifier: MIT
#include "emu/wmma/element.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/half.hpp"
#include "emu/wmma/exact_sum.hpp"

namespace tilewright::emu::wmma {
namespace {

/// Every code of every factor type is exact in F32. A subnormal counts under IEEE rules, also on
/// gfx11.
float to_float(FactorType type, uint32_t code) {
  const Factor factor = decode_factor(type, Family::gfx12, code);
  const float sign = factor.negative ? -1.0f : 1.0f;
  if (factor.nan) return std::numeric_limits<float>::quiet_NaN();
  if (factor.infinite) return sign * std::numeric_limits<float>::infinity();
  return sign * std::ldexp(static_cast<float>(factor.significand),
                           factor.exponent - format_of(type).fraction_bits);
}

float widen(AccumulatorType type, uint32_t c) {
  switch (type) {
    case AccumulatorType::f32:
      return std::bit_cast<float>(c);
    case AccumulatorType::f16:
      return half_to_float(static_cast<uint16_t>(c));
    case AccumulatorType::bf16:
      return std::bit_cast<float>(c << 16);
  }
  return 0;
}

/// To the accumulator's type, to nearest even.
uint32_t narrow(AccumulatorType type, float value) {
  // The host's NaN depends on the host.
  const auto bits = std::isnan(value) ? 0x7fc00000u : std::bit_cast<uint32_t>(value);
  switch (type) {
    case AccumulatorType::f32:
      return bits;
    case AccumulatorType::f16:
      return half_from_float(std::bit_cast<float>(bits));
    case AccumulatorType::bf16:
      return std::isnan(value) ? bits >> 16 : (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
  }
  return bits;
}

uint32_t fma_chain(const StepRules& rules, std::span<const uint32_t> a, std::span<const uint32_t> b,
                   uint32_t c) {
  float sum = widen(rules.accumulator, c);
  for (size_t i = 0; i < a.size(); ++i) {
    sum = std::fma(to_float(rules.a, a[i]), to_float(rules.b, b[i]), sum);
  }
  return narrow(rules.accumulator, sum);
}

int64_t field_value(uint32_t field, int width, bool is_signed) {
  const auto value = static_cast<int64_t>(field);
  const int64_t modulus = int64_t{1} << width;
  return is_signed && value >= modulus / 2 ? value - modulus : value;
}

int64_t saturate(int64_t value) {
  return std::clamp<int64_t>(value, std::numeric_limits<int32_t>::min(),
                             std::numeric_limits<int32_t>::max());
}

}  // namespace

uint32_t float_element(const ChainRules& rules, std::span<const uint32_t> a,
                       std::span<const uint32_t> b, uint32_t c) {
  if (rules.kind == ChainKind::fma) return fma_chain(rules.step, a, b, c);
  if (rules.kind == ChainKind::exact_sum) return exact_sum_f32(rules.step, a, b, c);
  const auto length = static_cast<size_t>(rules.step_length);
  for (size_t first = 0; first < a.size(); first += length) {
    c = dot_step(rules.step, a.subspan(first, length), b.subspan(first, length), c);
  }
  return c;
}

uint32_t integer_element(const IntegerRules& rules, std::span<const uint32_t> a,
                         std::span<const uint32_t> b, uint32_t c) {
  int64_t sum = static_cast<int32_t>(c);
  for (size_t k = 0; k < a.size(); ++k) {
    sum += field_value(a[k], rules.width, rules.a_signed) *
           field_value(b[k], rules.width, rules.b_signed);
    // gfx12 saturates twice: after the products of lanes 0-15 and after those of lanes 16-31. For
    // gfx11 one saturation of the whole sum is assumed.
    const bool stage_ends =
        k + 1 == a.size() || (rules.family == Family::gfx12 && k + 1 == a.size() / 2);
    if (rules.clamp && stage_ends) sum = saturate(sum);
  }
  return static_cast<uint32_t>(sum);
}

}  // namespace tilewright::emu::wmma
