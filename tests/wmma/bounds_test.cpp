// Data at the edges of what the fast implementations take for exact, and of what their scales hold.
// What must come out follows from integers: sums of one sign, or on gfx12 of any, are exact as long
// as they are integers within reach of the grid, and are rounded once, to nearest even.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/half.hpp"
#include "data.hpp"
#include "hosts.hpp"
#include "registers.hpp"

namespace tilewright::emu::wmma {
namespace {

class Bounds : public testing::TestWithParam<HostIsa> {
 protected:
  /// D[0][0] of an instruction in which the first row of A is `a`, the first column of B
  /// is `b`, both filled up with zeros in the order of addition, the other rows and columns hold
  /// `others` in their first place, and every C is `c`.
  [[nodiscard]] uint32_t first_cell(Form form, std::vector<double> a, std::vector<double> b,
                                    double others, double c, bool fp16_ovfl = false,
                                    Family family = Family::gfx12) const {
    const Instruction instruction{family, form, WaveSize::w32};
    a.resize(tile);
    b.resize(tile);
    Machine machine;
    const auto fill = [&](Row* rows, FactorType type, const std::vector<double>& first) {
      for (int row = 0; row < tile; ++row) {
        for (int q = 0; q < tile; ++q) {
          const int k = accumulation_position(family, WaveSize::w32, factor_width(form), q);
          const double other = q == 0 ? others : 0.0;
          const double value = row == 0 ? first[static_cast<size_t>(q)] : other;
          instruction.set_factor(rows, row, k, encode(type, value));
        }
      }
    };
    fill(machine.a.data(), a_type(form), a);
    fill(machine.b.data(), b_type(form), b);
    instruction.set_accumulators(machine.c.data(),
                                 [&](int, int) { return encode(accumulator_type(form), c); });
    Operands operands = machine.operands();
    operands.fp16_ovfl = fp16_ovfl;
    wmma_function(family, form, WaveSize::w32, Policy::silicon, GetParam())(operands);
    return instruction.result(machine.d.data(), 0, 0);
  }
  [[nodiscard]] float first_float(Form form, std::vector<double> a, std::vector<double> b,
                                  double others, double c) const {
    return std::bit_cast<float>(first_cell(form, std::move(a), std::move(b), others, c));
  }
};

/// 2^24 - 1 + 2 + 2 is rounded once: to 2^24 + 4, and not to 2^24 + 2 as by two roundings.
TEST_P(Bounds, SumBeyond24BitsIsRoundedOnce) {
  EXPECT_EQ(first_float(Form::f32_f16, {2, 2}, {1, 1}, 1, 0xffffff), 0x1000004);
  EXPECT_EQ(first_float(Form::f32_bf16, {2, 2}, {1, 1}, 1, 0xffffff), 0x1000004);
  EXPECT_EQ(first_float(Form::f32_bf8_bf8, {2, 2}, {1, 1}, 1, 0xffffff), 0x1000004);
}

/// Eight products of one step: 1 unit, six of 240 * 240 and 1 unit more, a unit being 2^-6. The sum
/// fits 24 bits; those of its parts that are odd and above 2^24 units do not.
TEST_P(Bounds, PartsOfAStepMayExceed24Bits) {
  const std::vector<double> factors = {0.125, 240, 240, 240, 240, 240, 240, 0.125};
  EXPECT_EQ(first_float(Form::f32_fp8_fp8, factors, factors, 0.125, 0),
            6 * 240 * 240 + 2 * 0.125 * 0.125);
}

/// 32768 + 16 + 2^-10 is above the tie between 32768 and 32800, which its first 24 bits are at.
TEST_P(Bounds, HalfIsRoundedFromTheWholeSum) {
  constexpr double small = 0x1p-5;
  const std::vector<double> factors = {4, small};
  const uint32_t sum = first_cell(Form::f16_f16, factors, factors, small, 32768);
  EXPECT_EQ(half_to_float(static_cast<uint16_t>(sum)), 32800);
}

/// An F16 accumulator that overflows on the way does not come back, although the whole sum is
/// within its range; with FP16_OVFL it goes on from 65504.
TEST_P(Bounds, OverflowOnTheWayStays) {
  std::vector<double> a(tile, -32);
  for (int q = 0; q < 4; ++q) a[static_cast<size_t>(q)] = 32;
  const std::vector<double> b(tile, 32);
  EXPECT_EQ(first_cell(Form::f16_f16, a, b, 32, 63488), 0x7c00U);
  EXPECT_EQ(half_to_float(static_cast<uint16_t>(first_cell(Form::f16_f16, a, b, 32, 63488, true))),
            65504 - 12 * 1024);
}

/// Products so small that their scales are the largest there are, and all that C has beside them.
TEST_P(Bounds, TinyProductsCount) {
  for (const Family family : {Family::gfx11, Family::gfx12}) {
    const auto sum = [&](double factor, double c) {
      return std::bit_cast<float>(
          first_cell(Form::f32_bf16, {factor}, {factor}, factor, c, false, family));
    };
    EXPECT_EQ(sum(0x1p-35, 0), 0x1p-70F);
    EXPECT_EQ(sum(0x1p-36, 0x1p-73 + 0x1p-95), 0x1p-72 + 0x1p-73 + 0x1p-95);
  }
}

/// A negative C that vanishes in alignment takes one unit of the grid away if the grid is 2^-126,
/// and nothing above (src/emu/wmma/README.md).
TEST_P(Bounds, VanishingAccumulatorAtTheFloor) {
  const auto sum = [&](double a, double b) {
    return first_float(Form::f32_bf16, {a}, {b}, b, -0x1p-149);
  };
  EXPECT_EQ(sum(0x1p-51, 0x1p-51), 0x1p-102 - 0x1p-126);
  EXPECT_EQ(sum(0x1p-50, 0x1p-51), 0x1p-101);
}

/// gfx11 and factors of 1 and -1: a sum that is not zero is the integer, whatever C was; one that
/// is zero leaves at most two of F16's smallest units.
TEST_P(Bounds, OnesAndSmallAccumulators) {
  const Instruction instruction{Family::gfx11, Form::f16_f16, WaveSize::w32};
  Random random(3);
  for (int round = 0; round < 50; ++round) {
    const int limit = round % 2 == 0 ? 3 : 2000;
    int a[tile][tile], b[tile][tile], c[tile][tile];
    for (int i = 0; i < tile; ++i) {
      for (int j = 0; j < tile; ++j) {
        a[i][j] = random() % 2 != 0 ? 1 : -1;
        b[i][j] = random() % 2 != 0 ? 1 : -1;
        c[i][j] = static_cast<int>(random() % (2 * static_cast<unsigned>(limit) + 1)) - limit;
      }
    }
    Machine machine;
    instruction.set_factors(machine.a.data(),
                            [&](int row, int k) { return encode(FactorType::f16, a[row][k]); });
    instruction.set_factors(machine.b.data(),
                            [&](int row, int k) { return encode(FactorType::f16, b[row][k]); });
    instruction.set_accumulators(
        machine.c.data(), [&](int i, int j) { return encode(AccumulatorType::f16, c[i][j]); });
    wmma_function(Family::gfx11, Form::f16_f16, WaveSize::w32, Policy::silicon,
                  GetParam())(machine.operands());
    for (int i = 0; i < tile; ++i) {
      for (int j = 0; j < tile; ++j) {
        int sum = c[i][j];
        for (int k = 0; k < tile; ++k) sum += a[i][k] * b[j][k];
        const uint32_t result = instruction.result(machine.d.data(), i, j);
        const float value = half_to_float(static_cast<uint16_t>(result));
        if (sum != 0) {
          ASSERT_EQ(value, sum) << "C " << c[i][j];
        } else {
          ASSERT_LE(std::abs(value), 0x1p-23F);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Host, Bounds, testing::ValuesIn(hosts()), host_name);

}  // namespace
}  // namespace tilewright::emu::wmma
