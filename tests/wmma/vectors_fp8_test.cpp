// FP8 and BF8 conversions against captured words and the formats' own definition.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "emu/wmma/fp8.hpp"
#include "vectors.hpp"

namespace tilewright::emu::wmma {
namespace {

TEST(Fp8Vectors, Narrowing) {
  int words = 0;
  for (const Vector& row : VectorFile("v_cvt_fp8_bf8_f32_gfx1201")) {
    const uint32_t source = row.hex("source");
    const uint32_t seed = row.hex("seed");
    const uint32_t positive = source & 0x7fffffffu;
    const uint32_t negative = source | 0x80000000u;
    constexpr uint32_t d = 0x12345678;
    for (const bool bf8 : {false, true}) {
      for (const bool ovfl : {false, true}) {
        const auto nearest = [&](uint32_t word) {
          return bf8 ? bf8_from_f32(word, ovfl) : fp8_from_f32(word, ovfl);
        };
        const auto stochastic = [&](uint32_t word) {
          return bf8 ? bf8_from_f32_stochastic(word, seed, ovfl)
                     : fp8_from_f32_stochastic(word, seed, ovfl);
        };
        const auto check = [&](std::string column, uint32_t actual) {
          column += ovfl ? "_ovfl1" : "_ovfl0";
          EXPECT_EQ(actual, row.hex(column))
              << std::hex << source << " seed " << seed << " " << column;
          ++words;
        };
        const std::string type = bf8 ? "bf8" : "fp8";
        const uint32_t low = nearest(source);
        const uint32_t high = nearest(source ^ 0x80000000u);
        check("pk_" + type, insert_pair(d, low, high, false));
        check("pk_" + type + "_hi", insert_pair(d, low, high, true));
        check("pk_" + type + "_negabs",
              insert_pair(d, nearest(negative), nearest(positive), false));
        check("sr_" + type + "_byte0", insert_byte(d, stochastic(source), 0));
        check("sr_" + type + "_negabs_byte3", insert_byte(d, stochastic(negative), 3));
      }
    }
  }
  EXPECT_EQ(words, 58 * 20);
}

struct Decoded {
  uint32_t code, fp8, bf8;
};

TEST(Fp8, DecodesTheNotedCodes) {
  constexpr uint32_t nan = 0x7fc00000;
  for (const Decoded& d : {
           Decoded{0x00, 0x00000000, 0x00000000},
           {0x80, 0x80000000, 0x80000000},
           {0x01, 0x3b000000, 0x37800000},
           {0x07, 0x3c600000, 0x38e00000},
           {0x08, 0x3c800000, 0x39000000},
           {0x38, 0x3f800000, 0x3f000000},
           {0x3c, 0x3fc00000, 0x3f800000},
           {0x78, 0x43800000, 0x47000000},
           {0x7b, 0x43b00000, 0x47600000},
           {0x7c, 0x43c00000, 0x7f800000},
           {0x7d, 0x43d00000, nan},
           {0x7e, 0x43e00000, nan},
           {0x7f, nan, nan},
           {0xfc, 0xc3c00000, 0xff800000},
       }) {
    EXPECT_EQ(f32_from_fp8(d.code), d.fp8) << d.code;
    EXPECT_EQ(f32_from_bf8(d.code), d.bf8) << d.code;
  }
}

TEST(Fp8, EveryFiniteCodeSurvivesTheWayToF32AndBack) {
  for (uint32_t code = 0; code < 256; ++code) {
    for (const bool ovfl : {false, true}) {
      if ((code & 0x7f) != 0x7f) {
        EXPECT_EQ(fp8_from_f32(f32_from_fp8(code), ovfl), code);
        EXPECT_EQ(fp8_from_f32_stochastic(f32_from_fp8(code), ~0u, ovfl), code);
      }
      if ((code & 0x7f) < 0x7c) {
        EXPECT_EQ(bf8_from_f32(f32_from_bf8(code), ovfl), code);
        EXPECT_EQ(bf8_from_f32_stochastic(f32_from_bf8(code), ~0u, ovfl), code);
      }
    }
  }
}

}  // namespace
}  // namespace tilewright::emu::wmma
