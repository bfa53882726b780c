// The checks that stand before every time: do they pass what is right, and only that?
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
std::vector<std::byte> by_definition(const TypedOperands& operands, Element output) {
  std::vector<std::byte> c;
  for (int column = 0; column < kShape.n; ++column) {
    for (int row = 0; row < kShape.m; ++row) {
      double sum = 0;
      for (int k = 0; k < kShape.k; ++k) {
        sum += double{a_at(operands, row, k)} * double{b_at(operands, k, column)};
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

}  // namespace
}  // namespace tilewright::bench
