// Dot instructions of which no words were captured: exact ones against 64-bit integers, FP8 ones
// against exact sums and the rules for special values.
// SPDX-License-Identifier: MIT
#include "emu/wmma/dot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>

#include "core/half.hpp"
#include "emu/wmma/fp8.hpp"

namespace tilewright::emu::wmma {
namespace {

uint32_t f32(float value) { return std::bit_cast<uint32_t>(value); }

uint32_t fp8(float value) { return fp8_from_f32(f32(value), false); }
uint32_t bf8(float value) { return bf8_from_f32(f32(value), false); }

uint32_t bytes(uint32_t b0, uint32_t b1, uint32_t b2, uint32_t b3) {
  return b0 | b1 << 8 | b2 << 16 | b3 << 24;
}

int64_t exact_dot(uint32_t a, uint32_t b, int width, bool a_signed, bool b_signed) {
  int64_t sum = 0;
  for (int bit = 0; bit < 32; bit += width) {
    const auto field = [&](uint32_t word, bool is_signed) -> int64_t {
      const auto top = static_cast<int32_t>(word << (32 - width - bit));
      return is_signed ? top >> (32 - width)
                       : static_cast<int64_t>(static_cast<uint32_t>(top) >> (32 - width));
    };
    sum += field(a, a_signed) * field(b, b_signed);
  }
  return sum;
}

TEST(Dot, IntegersWrapOrSaturate) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 20000; ++trial) {
    const auto a = static_cast<uint32_t>(random());
    const auto b = static_cast<uint32_t>(random());
    const uint32_t c =
        trial % 3 == 0 ? 0x7fffff00u + random() % 512 : static_cast<uint32_t>(random());
    const auto neg = static_cast<uint8_t>(trial % 4);
    const int64_t signed_c = static_cast<int32_t>(c);
    const auto saturate = [](int64_t value) {
      return static_cast<uint32_t>(std::clamp<int64_t>(value, INT32_MIN, INT32_MAX));
    };
    const int64_t sum8 = exact_dot(a, b, 8, (neg & 1) != 0, (neg & 2) != 0) + signed_c;
    const int64_t sum4 = exact_dot(a, b, 4, (neg & 1) != 0, (neg & 2) != 0) + signed_c;
    EXPECT_EQ(dot4_i32_iu8(a, b, c, neg, false), static_cast<uint32_t>(sum8));
    EXPECT_EQ(dot4_i32_iu8(a, b, c, neg, true), saturate(sum8));
    EXPECT_EQ(dot8_i32_iu4(a, b, c, neg, false), static_cast<uint32_t>(sum4));
    EXPECT_EQ(dot8_i32_iu4(a, b, c, neg, true), saturate(sum4));
    const int64_t unsigned8 = exact_dot(a, b, 8, false, false) + int64_t{c};
    const int64_t unsigned4 = exact_dot(a, b, 4, false, false) + int64_t{c};
    EXPECT_EQ(dot4_u32_u8(a, b, c, false), static_cast<uint32_t>(unsigned8));
    EXPECT_EQ(dot8_u32_u4(a, b, c, true),
              static_cast<uint32_t>(std::min<int64_t>(unsigned4, UINT32_MAX)));
  }
}

TEST(Dot, Fp8SumsOfIntegersAreExact) {
  std::mt19937 random(4);
  const auto integer = [&] { return static_cast<float>(random() % 9) - 4.0f; };
  for (int trial = 0; trial < 1000; ++trial) {
    float a[4];
    float b[4];
    float sum = integer();
    const uint32_t c = f32(sum);
    for (int i = 0; i < 4; ++i) {
      a[i] = integer();
      b[i] = integer();
      sum += a[i] * b[i];
    }
    const uint32_t a_fp8 = bytes(fp8(a[0]), fp8(a[1]), fp8(a[2]), fp8(a[3]));
    const uint32_t a_bf8 = bytes(bf8(a[0]), bf8(a[1]), bf8(a[2]), bf8(a[3]));
    const uint32_t b_fp8 = bytes(fp8(b[0]), fp8(b[1]), fp8(b[2]), fp8(b[3]));
    const uint32_t b_bf8 = bytes(bf8(b[0]), bf8(b[1]), bf8(b[2]), bf8(b[3]));
    const uint32_t expected = f32(sum + 0.0f);
    EXPECT_EQ(dot4_f32_fp8_fp8(a_fp8, b_fp8, c), expected);
    EXPECT_EQ(dot4_f32_fp8_bf8(a_fp8, b_bf8, c), expected);
    EXPECT_EQ(dot4_f32_bf8_fp8(a_bf8, b_fp8, c), expected);
    EXPECT_EQ(dot4_f32_bf8_bf8(a_bf8, b_bf8, c), expected);
  }
}

TEST(Dot, Fp8InvalidOperationsGiveTheDiagnosticNan) {
  constexpr uint32_t diagnostic = 0xffc00a3d;
  constexpr uint32_t infinity = 0x7c;  // BF8
  const uint32_t one = bf8(1.0f);
  EXPECT_EQ(dot4_f32_fp8_fp8(0x7f, 0, 0), diagnostic);
  EXPECT_EQ(dot4_f32_bf8_bf8(infinity, 0, 0), diagnostic) << "inf * 0";
  EXPECT_EQ(dot4_f32_bf8_bf8(bytes(infinity, infinity | 0x80, 0, 0), bytes(one, one, 0, 0), 0),
            diagnostic)
      << "inf - inf among products";
  EXPECT_EQ(dot4_f32_bf8_bf8(infinity, one, 0xff800000), diagnostic) << "inf + C";
  EXPECT_EQ(dot4_f32_bf8_bf8(infinity, one, 0x7f800001), 0x7fc00001u) << "NaN in C wins over inf";
  EXPECT_EQ(dot4_f32_bf8_bf8(infinity, one, 0x3f800000), 0x7f800000u);
}

/// The high half of C plays no part in packed instructions.
TEST(Dot, PackedResultsAreSixteenBits) {
  const uint32_t a = 0x40003c00;                                      // 1, 2 as F16
  const uint32_t b = 0x44004200;                                      // 3, 4
  EXPECT_EQ(dot2_f16_f16(Family::gfx12, a, b, 0xffff3c00), 0x4a00u);  // 3 + 8 + 1
  EXPECT_EQ(dot2_f16_f16(Family::gfx11, a, b, 0x12343c00), 0x4a00u);
  EXPECT_EQ(dot2_bf16_bf16(Family::gfx12, 0x40003f80, 0x40804040, 0xffff3f80), 0x4140u);
  EXPECT_EQ(dot2_f16_f16(Family::gfx12, 0x7bff7bff, 0x40004000, 0, false), 0x7c00u);
  EXPECT_EQ(dot2_f16_f16(Family::gfx12, 0x7bff7bff, 0x40004000, 0, true), 0x7bffu);
}

}  // namespace
}  // namespace tilewright::emu::wmma
