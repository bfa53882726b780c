// Numbers of --arg, to the last bit. What is wanted was found with exact fractions, in Python.
// SPDX-License-Identifier: MIT
#include "cli/launch_values.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <cstring>

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

template <class T>
T bits(const char* type, const char* text) {
  const auto bytes = parse_value("spec", type, text);
  if (!bytes || bytes->size() != sizeof(T)) {
    ADD_FAILURE() << type << ":" << text << (bytes ? "" : bytes.error().message);
    return T(-1);
  }
  T value = 0;
  std::memcpy(&value, bytes->data(), sizeof(T));
  return value;
}

TEST(LaunchValues, AreRoundedToHalfOnce) {
  struct Case {
    const char* text;
    uint16_t want;
  };
  for (const Case& c :
       {Case{"1.00048828125", 0x3c00},               // between two, to the even one
        Case{"1.0004882812500001", 0x3c01},          // above the middle in double
        Case{"1.000488281250000000000001", 0x3c01},  // and below double's last bit
        Case{"1.000488281249999999999999", 0x3c00}, Case{"-1.000488281250000000000001", 0xbc01},
        Case{"1.00146484375", 0x3c02}, Case{"1.001464843749999999999999", 0x3c01},
        Case{"65519.999999999", 0x7bff}, Case{"65519.99999999999999999999", 0x7bff},
        Case{"2.9802322387695312e-08", 0x0000},  // just below 2^-25
        Case{"2.9802322387695314e-08", 0x0001}, Case{"-2.9802322387695314e-08", 0x8001},
        Case{"1e-400", 0x0000}, Case{"0", 0x0000}, Case{"-0", 0x8000}, Case{"inf", 0x7c00},
        Case{"-INFINITY", 0xfc00}}) {
    EXPECT_EQ(bits<uint16_t>("f16", c.text), c.want) << c.text;
  }
}

TEST(LaunchValues, AreRoundedToFloatOnce) {
  // Above the middle of 1 and its successor, 1 + 2^-24, by less than double can tell.
  EXPECT_EQ(bits<uint32_t>("f32", "1.000000059604644775390625"), 0x3f800000u);
  EXPECT_EQ(bits<uint32_t>("f32", "1.00000005960464477539062500001"), 0x3f800001u);
}

TEST(LaunchValues, AreInfiniteOnlyWhereThatIsSpelled) {
  struct Case {
    const char* type;
    const char* text;
  };
  for (const Case& c : {Case{"f16", "70000"}, Case{"f16", "65520"}, Case{"f16", "-1e39"},
                        Case{"f32", "1e39"}, Case{"f64", "1e400"}, Case{"f64", "-1e400"}}) {
    const auto got = parse_value("spec", c.type, c.text);
    ASSERT_FALSE(got) << c.type << ":" << c.text;
    EXPECT_THAT(got.error().message, HasSubstr("is too large for this type"));
  }
  EXPECT_EQ(bits<uint64_t>("f64", "inf"), 0x7ff0000000000000u);
}

TEST(LaunchValues, HaveNoBlanks) {
  for (const char* type : {"f16", "f32", "f64", "i32"}) {
    for (const char* text : {" 1", "1 ", "\t1", "", " "}) {
      EXPECT_FALSE(parse_value("spec", type, text)) << type << ":'" << text << "'";
    }
  }
}

}  // namespace
}  // namespace tilewright::cli
