// A reference's C against the integers: what must be seen, and what may be.
// SPDX-License-Identifier: MIT
#include "bench/beside.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "bench/chain.hpp"
#include "core/half.hpp"
#include "emu/wmma/dot.hpp"

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
    const IntegerComparison compared = compare_with_integers(c, operands, family, 1, 2);
    EXPECT_EQ(compared.unequal, 0u);
    EXPECT_EQ(compared.beyond, 0u);
    EXPECT_FALSE(compared.first);
  }
}

TEST_P(BesideTest, AWrongElementIsNamed) {
  const size_t at = 7 * size_t{19} + 11;
  const float right = result_value(GetParam(), c[at]);
  c.set(at, result_code(GetParam(), right + 2));
  const IntegerComparison compared = compare_with_integers(c, operands, Family::rdna3, 1, 1);
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
  EXPECT_EQ(compare_with_integers(c, operands, Family::rdna3, 1, 1).beyond, 0u);
  EXPECT_EQ(compare_with_integers(c, operands, Family::rdna3, 1, 1).unequal, 1u);
  EXPECT_EQ(compare_with_integers(c, operands, Family::rdna4, 1, 1).beyond, 1u);
  c.set(zero, result_code(GetParam(), -41 * 0x1p-24f));
  EXPECT_EQ(compare_with_integers(c, operands, Family::rdna3, 1, 1).beyond, 1u);
  EXPECT_EQ(compare_with_integers(c, operands, Family::rdna3, 2, 1).beyond, 0u);
}

TEST_P(BesideTest, ANanIsBeyond) {
  c.set(3, GetParam() == Precision::fp16 ? 0x7e00u : 0x7fc00000u);
  EXPECT_EQ(compare_with_integers(c, operands, Family::rdna3, 1, 1).beyond, 1u);
}

/// The most that `k` products of ±1 can leave, in units of 2^-24: over all sums of that many that
/// V_DOT2_F32_F16 can reach, in any order.
uint64_t worst_residue(unsigned k) {
  constexpr uint32_t kOne = 0x3c00;
  constexpr uint32_t kMinusOne = 0xbc00;
  constexpr uint32_t kBoth = kOne | kOne << 16;
  struct Pair {
    uint32_t factors;
    int32_t sum;
  };
  constexpr Pair kPairs[] = {{kOne | kOne << 16, 2},
                             {kOne | kMinusOne << 16, 0},
                             {kMinusOne | kOne << 16, 0},
                             {kMinusOne | kMinusOne << 16, -2}};
  std::set<std::pair<uint32_t, int32_t>> reached = {{0, 0}};  // accumulator, integer
  for (unsigned step = 0; step < k / 2; ++step) {
    std::set<std::pair<uint32_t, int32_t>> next;
    for (const auto& [sum, integer] : reached) {
      for (const Pair& pair : kPairs) {
        next.emplace(emu::wmma::dot2_f32_f16(emu::wmma::Family::gfx11, pair.factors, kBoth, sum),
                     integer + pair.sum);
      }
    }
    reached = std::move(next);
  }
  double worst = 0;
  for (const auto& [sum, integer] : reached) {
    worst = std::max(worst, std::abs(double{std::bit_cast<float>(sum)} - integer));
  }
  return static_cast<uint64_t>(worst * 0x1p24);
}

TEST(ResidueTest, NoSumOfPlusAndMinusOnesIsFurtherOffThanItsBound) {
  // By a second program, that has the arithmetic in integers: 4 of 8, 48 of 64, 202 of 256, 408 of
  // 512.
  const std::pair<unsigned, uint64_t> kWorst[] = {{8, 4}, {64, 48}, {256, 202}, {512, 408}};
  for (const auto& [k, worst] : kWorst) {
    EXPECT_EQ(worst_residue(k), worst) << k;
    EXPECT_LE(worst_residue(k), k);
  }
}

TEST(SumOrderTest, IsReadFromTheNameOfASolution) {
  const std::string name =
      "Cijk_Alik_Bljk_HHS_BH_MT192x64x32_MI16x16x1_SN_GRVWB8_GSU4_GSUAMB_GSUC0_"
      "SK0_WSGRB0_WS32_WG64_2_1_WGM8";
  const auto with = [&name](const std::string& from, const std::string& to) {
    return std::string(name).replace(name.find(from), from.size(), to);
  };
  ASSERT_TRUE(sum_order(name));
  EXPECT_EQ(sum_order(name)->parts, 4u);
  EXPECT_EQ(sum_order(name)->slice, 32u);
  EXPECT_EQ(sum_order(with("GSU4", "GSU1"))->parts, 1u);
  EXPECT_TRUE(sum_order(with("GSU4_GSUAMB_GSUC0", "GSU1_GSUAMB_GSUC1")));
  EXPECT_FALSE(sum_order(with("GSUC0", "GSUC1")));
  EXPECT_FALSE(sum_order(with("_SK0", "_SK3")));
  EXPECT_FALSE(sum_order(with("WG64_2_1", "WG64_2_2")));
  EXPECT_FALSE(sum_order(with("192x64x32", "192x64x8")));
  EXPECT_FALSE(sum_order("Kernel of another library"));
}

TEST(SumOrderTest, PartsTakeSlicesInTurnAndAreAdded) {
  // 2^24 in the first slice of 16, 1 in the second, -2^24 in the third. Along K the 1 is lost: a
  // binary32 between 2^24 and 2^25 is even. In two parts the first and the third meet alone.
  Operands operands{.shape = {1, 1, 48}, .a = std::vector<uint16_t>(48), .b = {}};
  operands.b = operands.a;
  operands.a[3] = operands.b[3] = 0x6c00;            // 4096
  operands.a[18] = operands.b[18] = 0x3c00;          // 1
  operands.a[40] = 0x6c00, operands.b[40] = 0xec00;  // 4096, -4096
  const auto c = [&operands](uint32_t parts) {
    return chain_product_fp32_sums(operands, Family::rdna4, {.parts = parts, .slice = 16}, 1)[0];
  };
  EXPECT_EQ(c(1), 0u);
  EXPECT_EQ(c(2), 0x3c00u);
  EXPECT_EQ(c(3), 0u);  // each slice alone: 2^24 + 1 is rounded
}

INSTANTIATE_TEST_SUITE_P(Types, BesideTest, ::testing::Values(Precision::fp16, Precision::fp8));

}  // namespace
}  // namespace tilewright::bench
