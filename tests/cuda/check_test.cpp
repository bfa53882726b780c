// The checks that stand before every time: do they pass what is right, and only that?
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <ostream>

#include "bench/fair_check.hpp"

namespace tilewright::bench {

/// For GoogleTest, which would print the bytes.
static void PrintTo(const ProductTypes& types, std::ostream* to) { *to << types.name; }

namespace {

using testing::HasSubstr;

constexpr Shape kShape{.m = 37, .n = 29, .k = 83};
constexpr unsigned kThreads = 1;

float a_at(const TypedOperands& operands, int row, int k) {
  const auto at = static_cast<size_t>(row * kShape.k + k) * bytes_of(operands.element);
  return decode(operands.element, &operands.a[at]);
}
float b_at(const TypedOperands& operands, int k, int column) {
  const auto at = static_cast<size_t>(column * kShape.k + k) * bytes_of(operands.element);
  return decode(operands.element, &operands.b[at]);
}

/// C by the definition, rounded once.
std::vector<std::byte> by_definition(const TypedOperands& operands, Element output,
                                     const FairScales& scales = {}) {
  std::vector<std::byte> c;
  for (int column = 0; column < kShape.n; ++column) {
    for (int row = 0; row < kShape.m; ++row) {
      double sum = 0;
      for (int k = 0; k < kShape.k; ++k) {
        sum += double{a_at(operands, row, k)} * double{b_at(operands, k, column)};
      }
      if (scales.scaling == FairScaling::tensor) sum *= double{scales.a[0]} * double{scales.b[0]};
      if (scales.scaling == FairScaling::vectors) {
        sum *= double{scales.a.at(static_cast<size_t>(row))} *
               double{scales.b.at(static_cast<size_t>(column))};
      }
      std::byte code[4];
      encode(output, static_cast<float>(sum), code);
      c.insert(c.end(), code, code + bytes_of(output));
    }
  }
  return c;
}

class FairCheck : public testing::TestWithParam<ProductTypes> {};

TEST_P(FairCheck, IntegersAreTheProductByDefinition) {
  const ProductTypes& types = GetParam();
  const Operands signs = make_operands(kShape, Data::pm1, 3, kThreads);
  const TypedOperands typed = convert(signs, types.input, kThreads);
  EXPECT_EQ(exact_product(signs, types.output, kThreads), by_definition(typed, types.output));
}

TEST_P(FairCheck, ARoundedProductIsWithinItsBound) {
  const ProductTypes& types = GetParam();
  const Operands normal = make_operands(kShape, Data::normal, 3, kThreads);
  const TypedOperands typed = convert(normal, types.input, kThreads);
  const Float64Sample sample(typed, types.sum, types.output, 1, kThreads);
  const auto verdict = sample.check(by_definition(typed, types.output));
  EXPECT_TRUE(verdict.right()) << verdict.share_of_bound;
  EXPECT_LT(verdict.relative_error, 0x1p-8);
}

TEST_P(FairCheck, AWrongElementIsBeyondIt) {
  const ProductTypes& types = GetParam();
  const Operands normal = make_operands(kShape, Data::normal, 3, kThreads);
  const TypedOperands typed = convert(normal, types.input, kThreads);
  const Float64Sample sample(typed, types.sum, types.output, 1, kThreads);
  auto c = by_definition(typed, types.output);
  // The last element is always in the sample.
  std::byte* const last = c.data() + c.size() - bytes_of(types.output);
  encode(types.output, decode(types.output, last) + 40, last);
  EXPECT_FALSE(sample.check(c).right());
  encode(types.output, std::numeric_limits<float>::quiet_NaN(), last);
  EXPECT_FALSE(sample.check(c).right());
}

INSTANTIATE_TEST_SUITE_P(AllTypes, FairCheck, testing::ValuesIn(product_types),
                         [](const auto& types) {
                           std::string name(types.param.name);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

class FairScaledCheck : public testing::TestWithParam<FairScaling> {};

TEST_P(FairScaledCheck, IntegersAreTheScaledProductByDefinition) {
  const FairScales scales = make_fair_scales(kShape, GetParam(), Data::pm1, 3);
  const Operands signs = make_operands(kShape, Data::pm1, 3, kThreads);
  const TypedOperands typed = convert(signs, Element::e4m3, kThreads);
  for (const Element output : {Element::f32, Element::f16, Element::bf16}) {
    EXPECT_EQ(exact_product(signs, output, kThreads, scales), by_definition(typed, output, scales));
  }
}

TEST_P(FairScaledCheck, ScalesOfSignsArePowersOfTwo) {
  const FairScales scales = make_fair_scales(kShape, GetParam(), Data::pm1, 3);
  for (const auto& side : {scales.a, scales.b}) {
    for (const float scale : side) {
      int exponent = 0;
      EXPECT_EQ(std::frexp(scale, &exponent), 0.5f);
    }
  }
}

TEST_P(FairScaledCheck, ARoundedScaledProductIsWithinItsBound) {
  const FairScales scales = make_fair_scales(kShape, GetParam(), Data::normal, 3);
  const TypedOperands typed =
      convert(make_operands(kShape, Data::normal, 3, kThreads), Element::e4m3, kThreads);
  for (const Element output : {Element::f32, Element::f16, Element::bf16}) {
    const Float64Sample sample(typed, Element::f32, output, 1, kThreads, scales);
    EXPECT_TRUE(sample.check(by_definition(typed, output, scales)).right());
  }
}

/// A kernel that leaves the scales out, or is one row or column off, must not pass.
TEST_P(FairScaledCheck, WrongScalesAreBeyondIt) {
  const FairScales scales = make_fair_scales(kShape, GetParam(), Data::normal, 3);
  const TypedOperands typed =
      convert(make_operands(kShape, Data::normal, 3, kThreads), Element::e4m3, kThreads);
  const Float64Sample sample(typed, Element::f32, Element::bf16, 1, kThreads, scales);
  EXPECT_FALSE(sample.check(by_definition(typed, Element::bf16)).right());
  if (GetParam() != FairScaling::vectors) return;
  FairScales shifted = scales;
  std::ranges::rotate(shifted.a, shifted.a.begin() + 1);
  EXPECT_FALSE(sample.check(by_definition(typed, Element::bf16, shifted)).right());
  shifted = scales;
  std::ranges::rotate(shifted.b, shifted.b.begin() + 1);
  EXPECT_FALSE(sample.check(by_definition(typed, Element::bf16, shifted)).right());
}

INSTANTIATE_TEST_SUITE_P(Grains, FairScaledCheck,
                         testing::Values(FairScaling::tensor, FairScaling::vectors),
                         [](const auto& scaling) { return std::string(name(scaling.param)); });

TEST(FairBitwise, NamesTheFirstWrongElement) {
  const Operands signs = make_operands(kShape, Data::pm1, 3, kThreads);
  const auto expected = exact_product(signs, Element::f16, kThreads);
  auto got = expected;
  const size_t at = static_cast<size_t>(2 * kShape.m + 5) * 2;
  encode(Element::f16, 1000, &got[at]);
  const BitwiseVerdict verdict = compare_bitwise(expected, got, Element::f16, kShape.m);
  EXPECT_EQ(verdict.mismatches, 1u);
  EXPECT_EQ(verdict.unwritten, 0u);
  EXPECT_THAT(verdict.first, HasSubstr("C[5, 2] is 1000"));
}

TEST(FairBitwise, TellsUnwrittenFromWrong) {
  const Operands signs = make_operands(kShape, Data::pm1, 3, kThreads);
  for (const Element output : {Element::f16, Element::bf16, Element::f32}) {
    const auto expected = exact_product(signs, output, kThreads);
    const std::vector<std::byte> poison(expected.size(), Copies::kPoison);
    const BitwiseVerdict verdict = compare_bitwise(expected, poison, output, kShape.m);
    EXPECT_EQ(verdict.mismatches, verdict.unwritten);
    EXPECT_EQ(verdict.unwritten, static_cast<uint64_t>(kShape.m * kShape.n));
  }
}

TEST(FairData, NegatesEveryCodeOfEveryType) {
  for (const Element element : {Element::f16, Element::bf16, Element::e4m3}) {
    const TypedOperands signs =
        convert(make_operands(kShape, Data::pm1, 3, kThreads), element, kThreads);
    const std::vector<std::byte> changed = negated(signs.b, element);
    ASSERT_EQ(changed.size(), signs.b.size());
    for (size_t at = 0; at < changed.size(); at += bytes_of(element)) {
      EXPECT_EQ(decode(element, &changed[at]), -decode(element, &signs.b[at]));
    }
  }
}

}  // namespace
}  // namespace tilewright::bench
