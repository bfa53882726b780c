// The one-byte formats: against their definition, and against the conversion instructions of gfx12
// as the software GPU has them, which captured words prove (tests/wmma).
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/bfloat16.hpp"
#include "core/fp8.hpp"
#include "core/npy.hpp"
#include "emu/wmma/fp8.hpp"

namespace tilewright {
namespace {

constexpr Fp8 kFormats[] = {Fp8::e4m3, Fp8::e5m2};

uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }

/// The value of a code as OCP defines it, NaN and infinity included.
double defined_value(Fp8 format, int code) {
  const bool e4m3 = format == Fp8::e4m3;
  const int fraction_bits = e4m3 ? 3 : 2;
  const int bias = e4m3 ? 7 : 15;
  const int fraction = code & ((1 << fraction_bits) - 1);
  const int exponent = (code & 0x7f) >> fraction_bits;
  const double sign = (code & 0x80) != 0 ? -1 : 1;
  if (e4m3 && (code & 0x7f) == 0x7f) return std::numeric_limits<double>::quiet_NaN();
  if (!e4m3 && exponent == 31) {
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : sign * std::numeric_limits<double>::infinity();
  }
  const double significand = std::ldexp(fraction, -fraction_bits) + (exponent != 0 ? 1 : 0);
  return sign * std::ldexp(significand, std::max(exponent, 1) - bias);
}

TEST(Fp8, EveryCodeHasTheValueThatOcpDefines) {
  for (const Fp8 format : kFormats) {
    for (int code = 0; code < 256; ++code) {
      const float value = fp8_to_float(format, static_cast<uint8_t>(code));
      const double wanted = defined_value(format, code);
      if (std::isnan(wanted)) {
        EXPECT_TRUE(std::isnan(value)) << name(format) << " " << code;
      } else {
        EXPECT_EQ(value, wanted) << name(format) << " " << code;
        EXPECT_EQ(std::signbit(value), code >= 128) << name(format) << " " << code;
      }
    }
  }
  EXPECT_EQ(fp8_to_float(Fp8::e4m3, 0x7e), 448);
  EXPECT_EQ(fp8_to_float(Fp8::e5m2, 0x7b), 57344);
}

TEST(Fp8, EveryCodeSurvivesTheWayBack) {
  for (const Fp8 format : kFormats) {
    for (const Fp8Overflow overflow : {Fp8Overflow::beyond, Fp8Overflow::saturate}) {
      for (int code = 0; code < 256; ++code) {
        const float value = fp8_to_float(format, static_cast<uint8_t>(code));
        const int back = fp8_from_float(format, value, overflow);
        EXPECT_EQ(back, std::isnan(value) ? layout_of(format).nan : code) << name(format);
      }
    }
  }
}

TEST(Fp8, DecodesAsTheInstructionsDo) {
  for (uint32_t code = 0; code < 256; ++code) {
    const auto byte = static_cast<uint8_t>(code);
    EXPECT_EQ(bits(fp8_to_float(Fp8::e4m3, byte)), emu::wmma::f32_from_fp8(code)) << code;
    EXPECT_EQ(bits(fp8_to_float(Fp8::e5m2, byte)), emu::wmma::f32_from_bf8(code)) << code;
  }
}

TEST(Fp8, EncodesAsTheInstructionsDo) {
  // Every sign, exponent and upper fraction, with lower bits at and next to every tie.
  constexpr uint32_t kLower[] = {0, 1, 0x7fff, 0x8000, 0x8001, 0xffff};
  for (uint32_t upper = 0; upper < 0x10000; ++upper) {
    for (const uint32_t lower : kLower) {
      const uint32_t source = upper << 16 | lower;
      const auto value = std::bit_cast<float>(source);
      for (const bool saturates : {false, true}) {
        const Fp8Overflow overflow = saturates ? Fp8Overflow::saturate : Fp8Overflow::beyond;
        ASSERT_EQ(fp8_from_float(Fp8::e4m3, value, overflow),
                  emu::wmma::fp8_from_f32(source, saturates))
            << std::hex << source;
        ASSERT_EQ(fp8_from_float(Fp8::e5m2, value, overflow),
                  emu::wmma::bf8_from_f32(source, saturates))
            << std::hex << source;
      }
    }
  }
}

TEST(Fp8, RoundsToNearestEvenAndTreatsOverflowAsAsked) {
  const auto e4m3 = [](float x, Fp8Overflow o) { return int{fp8_from_float(Fp8::e4m3, x, o)}; };
  const auto e5m2 = [](float x, Fp8Overflow o) { return int{fp8_from_float(Fp8::e5m2, x, o)}; };
  constexpr auto kBeyond = Fp8Overflow::beyond;
  constexpr auto kSaturate = Fp8Overflow::saturate;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(e4m3(1.0625f, kBeyond), 0x38) << "a tie, to even";
  EXPECT_EQ(e4m3(1.1875f, kBeyond), 0x3a) << "a tie, to even";
  EXPECT_EQ(e4m3(464, kBeyond), 0x7e) << "the tie between 448 and 480";
  EXPECT_EQ(e4m3(480, kBeyond), 0x7f);
  EXPECT_EQ(e4m3(480, kSaturate), 0x7e);
  EXPECT_EQ(e4m3(0x1p-10f, kBeyond), 0x00);
  EXPECT_EQ(e4m3(-0x1p-10f, kBeyond), 0x80);
  EXPECT_EQ(e4m3(-kInfinity, kSaturate), 0xff) << "infinities never saturate";
  EXPECT_EQ(e5m2(61440, kBeyond), 0x7c);
  EXPECT_EQ(e5m2(61440, kSaturate), 0x7b);
  EXPECT_EQ(e5m2(kInfinity, kSaturate), 0x7c);
}

TEST(Bfloat16, RoundsToNearestEven) {
  EXPECT_EQ(bfloat16_from_float(std::bit_cast<float>(0x3f808000u)), 0x3f80);
  EXPECT_EQ(bfloat16_from_float(std::bit_cast<float>(0x3f818000u)), 0x3f82);
  EXPECT_EQ(bfloat16_from_float(std::bit_cast<float>(0x3f808001u)), 0x3f81);
  EXPECT_EQ(bfloat16_from_float(std::numeric_limits<float>::max()), 0x7f80);
  EXPECT_EQ(bfloat16_from_float(std::bit_cast<float>(0x7f800001u)), 0x7fc0) << "NaN stays NaN";
  EXPECT_EQ(bfloat16_to_float(0xc0a0), -5);
}

TEST(Npy, KnowsTheOneByteFloatsAsMlDtypesWritesThem) {
  EXPECT_EQ(dtype_from_npy_descr("<V1"), DType::f8);
  EXPECT_EQ(dtype_from_npy_descr("|V1"), DType::f8);
  EXPECT_EQ(dtype_from_npy_descr("<f1"), DType::bf8);
  EXPECT_EQ(dtype_from_npy_descr("|V2"), DType::bf16);
  EXPECT_EQ(dtype_from_npy_descr("float8_e4m3fn"), DType::f8);
  EXPECT_EQ(dtype_from_npy_descr("float8_e5m2"), DType::bf8);
  const std::string path = fmt::format("{}tilewright-fp8-{}.npy", testing::TempDir(), ::getpid());
  for (const DType dtype : {DType::f8, DType::bf8, DType::bf16}) {
    Array array{.dtype = dtype, .shape = {2, 3}, .fortran_order = false, .data = {}};
    array.data.assign(6 * size_of(dtype), std::byte{0x3c});
    ASSERT_TRUE(write_npy(path, array));
    const Result<Array> read = read_npy(path);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->dtype, dtype);
    EXPECT_EQ(read->data, array.data);
  }
}

}  // namespace
}  // namespace tilewright
