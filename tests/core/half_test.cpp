// SPDX-License-Identifier: MIT
#include "core/half.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tilewright {
namespace {

/// The definition of binary16, in double and with ldexp: shares nothing with the code under test.
double by_definition(uint32_t code) {
  const double sign = (code & 0x8000) != 0 ? -1.0 : 1.0;
  const int exponent = static_cast<int>(code >> 10 & 31);
  const int fraction = static_cast<int>(code & 1023);
  if (exponent == 31) {
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : sign * std::numeric_limits<double>::infinity();
  }
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

TEST(Half, EveryCodeDecodesToItsDefinition) {
  for (uint32_t code = 0; code < 65536; ++code) {
    const float got = half_to_float(static_cast<uint16_t>(code));
    const double want = by_definition(code);
    if (std::isnan(want)) {
      EXPECT_TRUE(std::isnan(got)) << code;
      EXPECT_EQ(std::bit_cast<uint32_t>(got) >> 13 & 1023, code & 1023) << "payload of " << code;
    } else {
      EXPECT_EQ(double{got}, want) << code;
    }
    EXPECT_EQ(std::signbit(got), code >= 0x8000) << code;
  }
}

TEST(Half, EveryCodeSurvivesTheWayThere) {
  for (uint32_t code = 0; code < 65536; ++code) {
    const bool nan = (code & 0x7c00) == 0x7c00 && (code & 1023) != 0;
    const uint32_t want = nan ? code | 0x200 : code;
    EXPECT_EQ(half_from_float(half_to_float(static_cast<uint16_t>(code))), want) << code;
  }
}

TEST(Half, RoundsToNearestAndTiesToEven) {
  // Between each finite code and its upper neighbour: just below the middle, the middle, just
  // above. The neighbour of the largest finite code is 65536, which is where infinity begins to
  // round.
  for (uint32_t code = 0; code < 0x7c00; ++code) {
    const double low = by_definition(code);
    const double high = code == 0x7bff ? 65536.0 : by_definition(code + 1);
    const float middle = static_cast<float>((low + high) / 2);
    ASSERT_EQ(double{middle}, (low + high) / 2) << "float holds every midpoint";
    const uint32_t even = code % 2 == 0 ? code : code + 1;
    for (const uint32_t sign : {0u, 0x8000u}) {
      const float s = sign != 0 ? -1.0f : 1.0f;
      EXPECT_EQ(half_from_float(s * std::nextafter(middle, 0.0f)), sign | code) << code;
      EXPECT_EQ(half_from_float(s * middle), sign | even) << code;
      EXPECT_EQ(half_from_float(s * std::nextafter(middle, 1e9f)), sign | (code + 1)) << code;
    }
  }
}

TEST(Half, FarOutIsInfinityAndFarInIsZero) {
  EXPECT_EQ(half_from_float(1e30f), 0x7c00);
  EXPECT_EQ(half_from_float(-1e30f), 0xfc00);
  EXPECT_EQ(half_from_float(1e-30f), 0x0000);
  EXPECT_EQ(half_from_float(-1e-45f), 0x8000);
}

static_assert(half_from_float(1.0f) == 0x3c00 && half_to_float(0xc000) == -2.0f,
              "usable at compile time");

}  // namespace
}  // namespace tilewright
