// A reference's C against the integers: what must be seen, and what may be.
// SPDX-License-Identifier: MIT
#include "bench/beside.hpp"

#include <gtest/gtest.h>

#include "core/half.hpp"

namespace tilewright::bench {
namespace {

constexpr Shape kShape{19, 23, 40};

/// C = A * B of ±1 by the definition.
Codes product(const Operands& operands) {
  const auto [m, n, k] = operands.shape;
  Codes c(operands.formats.precision, static_cast<size_t>(m) * static_cast<size_t>(n));
  for (int32_t column = 0; column < n; ++column) {
    for (int32_t row = 0; row < m; ++row) {
      float sum = 0;
      for (int32_t i = 0; i < k; ++i) {
        sum += half_to_float(operands.a[static_cast<size_t>(row * k + i)]) *
               half_to_float(operands.b[static_cast<size_t>(column * k + i)]);
      }
      c.set(static_cast<size_t>(column * m + row), result_code(operands.formats.precision, sum));
    }
  }
  return c;
}

class BesideTest : public ::testing::TestWithParam<Precision> {
 protected:
  const Operands operands = make_operands(kShape, Data::pm1, 5, 1, {GetParam()});
  Codes c = product(operands);
};

TEST_P(BesideTest, TheProductIsEqual) {
  for (const Family family : {Family::rdna3, Family::rdna4}) {
    const IntegerComparison compared = compare_with_integers(c, operands, family, 2);
    EXPECT_EQ(compared.unequal, 0u);
    EXPECT_EQ(compared.beyond, 0u);
    EXPECT_FALSE(compared.first);
  }
}

TEST_P(BesideTest, AWrongElementIsNamed) {
  const size_t at = 7 * size_t{19} + 11;
  const float right = result_value(GetParam(), c[at]);
  c.set(at, result_code(GetParam(), right + 2));
  const IntegerComparison compared = compare_with_integers(c, operands, Family::rdna3, 1);
  EXPECT_EQ(compared.unequal, 1u);
  EXPECT_EQ(compared.beyond, 1u);
  EXPECT_EQ(compared.max_distance, 2);
  ASSERT_TRUE(compared.first);
  EXPECT_EQ(compared.first->row, 11u);
  EXPECT_EQ(compared.first->column, 7u);
  EXPECT_EQ(compared.first->expected, result_code(GetParam(), right));
}

TEST_P(BesideTest, ResiduesAreRdna3sAlone) {
  size_t zero = 0;
  while (result_value(GetParam(), c[zero]) != 0) ++zero;
  // K = 40 products, each of which may cost 2^-24.
  c.set(zero, result_code(GetParam(), -40 * 0x1p-24f));
  EXPECT_EQ(compare_with_integers(c, operands, Family::rdna3, 1).beyond, 0u);
  EXPECT_EQ(compare_with_integers(c, operands, Family::rdna3, 1).unequal, 1u);
  EXPECT_EQ(compare_with_integers(c, operands, Family::rdna4, 1).beyond, 1u);
  c.set(zero, result_code(GetParam(), -41 * 0x1p-24f));
  EXPECT_EQ(compare_with_integers(c, operands, Family::rdna3, 1).beyond, 1u);
}

TEST_P(BesideTest, ANanIsBeyond) {
  c.set(3, GetParam() == Precision::fp16 ? 0x7e00u : 0x7fc00000u);
  EXPECT_EQ(compare_with_integers(c, operands, Family::rdna3, 1).beyond, 1u);
}

INSTANTIATE_TEST_SUITE_P(Types, BesideTest, ::testing::Values(Precision::fp16, Precision::fp8));

}  // namespace
}  // namespace tilewright::bench
