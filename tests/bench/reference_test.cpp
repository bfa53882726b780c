// The references against slower ones that share nothing with them.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <set>

#include "bench/chain.hpp"
#include "bench/float_reference.hpp"
#include "bench/judge.hpp"
#include "bench/sign_dots.hpp"
#include "core/half.hpp"
#include "emu/wmma/step.hpp"

namespace tilewright::bench {
namespace {

double naive(const Operands& x, size_t row, size_t column) {
  const auto k = static_cast<size_t>(x.shape.k);
  double sum = 0;
  for (size_t i = 0; i < k; ++i) {
    sum += double{half_to_float(x.a[row * k + i])} * double{half_to_float(x.b[column * k + i])};
  }
  return sum;
}

TEST(SignDots, EqualsTheNaiveProduct) {
  for (const Shape shape : {Shape{1, 1, 1}, {3, 5, 63}, {70, 9, 64}, {65, 4, 65}, {2, 3, 1000}}) {
    const Operands operands = make_operands(shape, Data::pm1, 7, 1);
    const SignDots dots(operands, 2);
    const auto m = static_cast<size_t>(shape.m);
    const auto n = static_cast<size_t>(shape.n);
    std::vector<int32_t> c(m * n);
    // In two parts, as threads do.
    dots.columns(0, n / 2, c);
    dots.columns(n / 2, n, std::span(c).subspan(n / 2 * m));
    for (size_t i = 0; i < c.size(); ++i) {
      ASSERT_EQ(c[i], naive(operands, i % m, i / m)) << text(shape) << " element " << i;
    }
  }
}

/// CPU seconds of a piece of work: other programs may share the cores.
template <class Work>
double cpu_seconds(Work work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

TEST(SignDots, IsFastEnoughForThePostsShape) {
  // The posts' K. What the machine is and how this was compiled weigh on both alike.
  constexpr size_t kColumns = 128;
  const Operands operands = make_operands({8192, kColumns, 8192}, Data::pm1, 1, 0);
  const SignDots dots(operands, 0);
  std::vector<int32_t> c(size_t{8192} * kColumns);
  const double ours = cpu_seconds([&] { dots.columns(0, kColumns, c); }) / kColumns;
  double sum = 0;
  const double slow = cpu_seconds([&] {
    for (size_t row = 0; row < 8192; ++row) sum += naive(operands, row, 0);
  });
  EXPECT_NE(sum, 0);
  RecordProperty("times", std::to_string(slow / ours));
  EXPECT_GT(slow, 8 * ours) << slow << " s and " << ours << " s of a column";
}

TEST(ChainOrder, IsThatOfTheHardware) {
  EXPECT_EQ(chain_step(Family::rdna3), 2u);
  EXPECT_EQ(chain_step(Family::rdna4), 4u);
  const std::vector<uint32_t> rdna4 = {0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14, 15};
  std::vector<uint32_t> rdna3 = rdna4;
  std::ranges::sort(rdna3);
  EXPECT_EQ(chain_order(Family::rdna4, 16), rdna4);
  EXPECT_EQ(chain_order(Family::rdna3, 16), rdna3);
  EXPECT_EQ(chain_order(Family::rdna4, 32)[16 + 4], 24u);
}

TEST(FloatReference, IsTheProductAndBoundsTheChain) {
  for (const Family family : {Family::rdna3, Family::rdna4}) {
    const Operands operands = make_operands({21, 13, 100}, Data::normal, 3, 1);
    const FloatReference reference(operands, family, 128, 1);
    const Codes chain = chain_product(operands, family, 128, 1);
    ASSERT_EQ(reference.strips(), 2u);
    constexpr size_t kStrip = FloatReference::kStrip;
    std::vector<double> value(13 * kStrip);
    std::vector<double> bound(13 * kStrip);
    for (size_t strip = 0; strip < 2; ++strip) {
      reference.rows(strip, value, bound);
      for (size_t at = 0; at < value.size(); ++at) {
        const size_t row = strip * kStrip + at % kStrip;
        if (row >= 21) continue;
        const double exact = naive(operands, row, at / kStrip);
        EXPECT_NEAR(value[at], exact, 1e-12);
        const uint32_t code = chain[at / kStrip * 21 + row];
        const double error = std::abs(half_to_float(static_cast<uint16_t>(code)) - exact);
        EXPECT_LE(error, bound[at]);
        // A bound that is orders too wide would notice nothing.
        EXPECT_LT(bound[at], 1.0);
      }
    }
  }
}

/// The bound as float_reference.hpp derives it, a step after the other.
double stated_bound(const Operands& operands, Family family, size_t row, size_t column,
                    uint32_t executed_k) {
  const auto k = static_cast<size_t>(operands.shape.k);
  const auto a = [&](size_t i) { return double{half_to_float(operands.a[row * k + i])}; };
  const auto b = [&](size_t i) { return double{half_to_float(operands.b[column * k + i])}; };
  double a_max = 0x1p-14;
  double b_max = 0x1p-14;
  for (size_t i = 0; i < k; ++i) {
    a_max = std::max(a_max, std::abs(a(i)));
    b_max = std::max(b_max, std::abs(b(i)));
  }
  double sum = 0;
  double e = 0;
  const std::vector<uint32_t> order = chain_order(family, executed_k);
  for (size_t i = 0; i < order.size(); i += chain_step(family)) {
    const double d = 8 * (a_max * b_max * 0x1p-24 + (std::abs(sum) + e) * 0x1p-26 + 0x1p-40);
    for (size_t j = i; j < i + chain_step(family); ++j) {
      if (order[j] < k) sum += a(order[j]) * b(order[j]);
    }
    e = (e + d) * (1 + 0x1p-11) + 0x1p-11 * std::abs(sum) + 0x1p-25;
  }
  return e;
}

TEST(FloatReference, StripsAndElementsHaveTheStatedBound) {
  constexpr size_t kStrip = FloatReference::kStrip;
  constexpr uint32_t kExecuted = 320;
  for (const Family family : {Family::rdna3, Family::rdna4}) {
    const Operands operands = make_operands({18, 7, 300}, Data::normal, 5, 1);
    const FloatReference reference(operands, family, kExecuted, 1);
    std::vector<double> value(7 * kStrip);
    std::vector<double> bound(7 * kStrip);
    for (size_t strip = 0; strip < 2; ++strip) {
      reference.rows(strip, value, bound);
      for (size_t at = 0; at < value.size(); ++at) {
        const size_t row = strip * kStrip + at % kStrip;
        if (row >= 18) continue;
        const FloatReference::Element element = reference.element(row, at / kStrip);
        EXPECT_EQ(value[at], element.value);
        EXPECT_EQ(bound[at], element.bound);
        const double stated = stated_bound(operands, family, row, at / kStrip, kExecuted);
        EXPECT_NEAR(bound[at], stated, 1e-12 * stated);
      }
    }
  }
}

TEST(Judge, TheResidueOfRdna3IsAllowedAndNothingElseIs) {
  const Operands operands = make_operands({64, 64, 64}, Data::pm1, 1, 1);
  Judge rdna3(operands, Data::pm1, Family::rdna3, 1);
  const Result<const Expected*> expected = rdna3.expected(64);
  ASSERT_TRUE(expected) << expected.error().message;
  uint64_t residues = 0;
  for (size_t i = 0; i < (*expected)->c.size(); ++i) {
    const uint32_t magnitude = (*expected)->c[i] & 0x7fff;
    residues += magnitude == 1 || magnitude == 2 ? 1 : 0;  // 2^-24, 2^-23
  }
  EXPECT_GT(residues, 0u);
  Judge rdna4(operands, Data::pm1, Family::rdna4, 1);
  const Result<Verdict> crossed = rdna4.check((*expected)->c, 64);
  ASSERT_TRUE(crossed);
  EXPECT_EQ(crossed->mismatches, residues) << "on RDNA 4 the integers themselves are expected";
}

TEST(Judge, TheBoundOfTheResidueHoldsForEveryChain) {
  // All that an accumulator of RDNA 3 can hold, beside the integer it should hold, is reached from
  // (+0, 0) by steps of two products that are +1, -1 or the +0 of the padding.
  namespace wmma = emu::wmma;
  const wmma::StepRules rules = {wmma::Family::gfx11, wmma::FactorType::f16, wmma::FactorType::f16,
                                 wmma::AccumulatorType::f16};
  constexpr std::array<uint32_t, 2> kOnes = {0x3c00, 0x3c00};
  constexpr std::array<uint32_t, 3> kProducts = {0xbc00, 0x0000, 0x3c00};
  constexpr int kLargest = 2046;
  std::set<std::pair<uint32_t, int>> seen = {{0, 0}};
  std::vector<std::pair<uint32_t, int>> open(seen.begin(), seen.end());
  while (!open.empty()) {
    const auto [code, sum] = open.back();
    open.pop_back();
    const float residue = half_to_float(static_cast<uint16_t>(code)) - static_cast<float>(sum);
    ASSERT_LE(std::abs(residue), sum == 0 ? 0x1p-23f : 0.0f) << sum;
    if (std::abs(sum) > kLargest) continue;
    for (int p = 0; p < 3; ++p) {
      for (int q = 0; q < 3; ++q) {
        const std::array factors = {kProducts[static_cast<size_t>(p)],
                                    kProducts[static_cast<size_t>(q)]};
        const std::pair next(wmma::dot_step(rules, factors, kOnes, code), sum + p - 1 + q - 1);
        if (seen.insert(next).second) open.push_back(next);
      }
    }
  }
  EXPECT_GT(seen.size(), 4096u);
}

TEST(Judge, DoesNotDependOnThreads) {
  const Operands operands = make_operands({50, 40, 48}, Data::normal, 1, 1);
  Judge one(operands, Data::normal, Family::rdna3, 1);
  Judge three(operands, Data::normal, Family::rdna3, 3);
  EXPECT_EQ((*one.expected(48))->c, (*three.expected(48))->c);
  EXPECT_EQ((*one.expected(48))->float64->max_error, (*three.expected(48))->float64->max_error);
}

}  // namespace
}  // namespace tilewright::bench
