// SPDX-License-Identifier: MIT
#include "emu/wmma/dot.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "emu/wmma/step.hpp"

namespace tilewright::emu::wmma {
namespace {

template <int width>
std::array<uint32_t, 32 / width> fields(uint32_t word) {
  std::array<uint32_t, 32 / width> values;
  for (int i = 0; i < 32 / width; ++i) values[i] = word >> (i * width) & ((1u << width) - 1);
  return values;
}

uint32_t dot2(Family family, FactorType type, AccumulatorType accumulator, uint32_t a, uint32_t b,
              uint32_t c, bool fp16_ovfl = false) {
  return dot_step({family, type, type, accumulator, 2, fp16_ovfl}, fields<16>(a), fields<16>(b), c);
}

uint32_t dot4(FactorType a_type, FactorType b_type, uint32_t a, uint32_t b, uint32_t c) {
  return dot_step({Family::gfx12, a_type, b_type, AccumulatorType::f32, 4, false}, fields<8>(a),
                  fields<8>(b), c);
}

template <int width>
int64_t integer_dot(uint32_t a, uint32_t b, bool a_signed, bool b_signed) {
  const auto value = [](uint32_t field, bool is_signed) {
    const bool negative = is_signed && (field >> (width - 1)) != 0;
    return static_cast<int64_t>(field) - (negative ? int64_t{1} << width : 0);
  };
  const auto a_fields = fields<width>(a);
  const auto b_fields = fields<width>(b);
  int64_t sum = 0;
  for (size_t i = 0; i < a_fields.size(); ++i) {
    sum += value(a_fields[i], a_signed) * value(b_fields[i], b_signed);
  }
  return sum;
}

template <int width>
uint32_t signed_dot(uint32_t a, uint32_t b, uint32_t c, uint8_t neg_lo, bool clamp) {
  int64_t sum = integer_dot<width>(a, b, (neg_lo & 1) != 0, (neg_lo & 2) != 0);
  sum += static_cast<int32_t>(c);
  if (clamp) {
    sum = std::clamp<int64_t>(sum, std::numeric_limits<int32_t>::min(),
                              std::numeric_limits<int32_t>::max());
  }
  return static_cast<uint32_t>(sum);
}

template <int width>
uint32_t unsigned_dot(uint32_t a, uint32_t b, uint32_t c, bool clamp) {
  int64_t sum = integer_dot<width>(a, b, false, false) + int64_t{c};
  if (clamp) sum = std::min<int64_t>(sum, std::numeric_limits<uint32_t>::max());
  return static_cast<uint32_t>(sum);
}

}  // namespace

uint32_t dot2_f32_f16(Family family, uint32_t a, uint32_t b, uint32_t c) {
  return dot2(family, FactorType::f16, AccumulatorType::f32, a, b, c);
}
uint32_t dot2_f32_bf16(Family family, uint32_t a, uint32_t b, uint32_t c) {
  return dot2(family, FactorType::bf16, AccumulatorType::f32, a, b, c);
}
uint32_t dot2_f16_f16(Family family, uint32_t a, uint32_t b, uint32_t c, bool fp16_ovfl) {
  return dot2(family, FactorType::f16, AccumulatorType::f16, a, b, c & 0xffffu, fp16_ovfl);
}
uint32_t dot2_bf16_bf16(Family family, uint32_t a, uint32_t b, uint32_t c) {
  return dot2(family, FactorType::bf16, AccumulatorType::bf16, a, b, c & 0xffffu);
}

uint32_t dot4_f32_fp8_fp8(uint32_t a, uint32_t b, uint32_t c) {
  return dot4(FactorType::fp8, FactorType::fp8, a, b, c);
}
uint32_t dot4_f32_fp8_bf8(uint32_t a, uint32_t b, uint32_t c) {
  return dot4(FactorType::fp8, FactorType::bf8, a, b, c);
}
uint32_t dot4_f32_bf8_fp8(uint32_t a, uint32_t b, uint32_t c) {
  return dot4(FactorType::bf8, FactorType::fp8, a, b, c);
}
uint32_t dot4_f32_bf8_bf8(uint32_t a, uint32_t b, uint32_t c) {
  return dot4(FactorType::bf8, FactorType::bf8, a, b, c);
}

uint32_t dot4_i32_iu8(uint32_t a, uint32_t b, uint32_t c, uint8_t neg_lo, bool clamp) {
  return signed_dot<8>(a, b, c, neg_lo, clamp);
}
uint32_t dot8_i32_iu4(uint32_t a, uint32_t b, uint32_t c, uint8_t neg_lo, bool clamp) {
  return signed_dot<4>(a, b, c, neg_lo, clamp);
}
uint32_t dot4_u32_u8(uint32_t a, uint32_t b, uint32_t c, bool clamp) {
  return unsigned_dot<8>(a, b, c, clamp);
}
uint32_t dot8_u32_u4(uint32_t a, uint32_t b, uint32_t c, bool clamp) {
  return unsigned_dot<4>(a, b, c, clamp);
}

}  // namespace tilewright::emu::wmma
