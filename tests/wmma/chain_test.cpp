// Whole products on the host: the fast evaluation against the scalar one, and both against what the
// families are known for.
// SPDX-License-Identifier: MIT
#include "emu/wmma/chain.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/half.hpp"
#include "data.hpp"

namespace tilewright::emu::wmma {
namespace {

struct Shape {
  int64_t m, n, k;
};

void check(Family family, Form form, const Shape& shape, const ChainOptions& options,
           DataKind kind) {
  const auto [m, n, k] = shape;
  Random random(static_cast<uint64_t>(m * 131 + n * 17 + k));
  std::vector<uint32_t> a(static_cast<size_t>(m * k));
  std::vector<uint32_t> b(static_cast<size_t>(k * n));
  const auto draw = [&](FactorType type) {
    return is_integer(form) ? static_cast<uint32_t>(random()) & ((1u << factor_width(form)) - 1)
                            : draw_factor(random, kind, type, 0);
  };
  for (uint32_t& code : a) code = draw(a_type(form));
  for (uint32_t& code : b) code = draw(b_type(form));

  // A is stored row by row, B too, so that its strides differ from A's; D has a margin.
  const bool wide = factor_width(form) == 16;
  const std::vector<uint16_t> a16(a.begin(), a.end());
  const std::vector<uint16_t> b16(b.begin(), b.end());
  const std::vector<uint8_t> a8(a.begin(), a.end());
  const std::vector<uint8_t> b8(b.begin(), b.end());
  const int64_t d_stride = n + 3;
  std::vector<uint32_t> d32(static_cast<size_t>(m * d_stride), 0xdeadbeef);
  std::vector<uint16_t> d16(static_cast<size_t>(m * d_stride), 0xbeef);
  ChainGemm gemm;
  gemm.family = family;
  gemm.form = form;
  gemm.n = n;
  gemm.k = k;
  gemm.a = {wide ? static_cast<const void*>(a16.data()) : a8.data(), k, 1};
  gemm.b = {wide ? static_cast<const void*>(b16.data()) : b8.data(), 1, n};
  gemm.d = {is_packed(form) ? static_cast<void*>(d16.data()) : d32.data(), d_stride, 1};
  gemm.options = options;
  chain_gemm(gemm, 0, m / 2);
  chain_gemm(gemm, m / 2, m);

  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < d_stride; ++j) {
      const auto at = static_cast<size_t>(i * d_stride + j);
      const uint32_t actual = is_packed(form) ? d16[at] : d32[at];
      if (j >= n) {
        ASSERT_EQ(actual, is_packed(form) ? 0xbeefu : 0xdeadbeefu) << "margin written";
        continue;
      }
      std::vector<uint32_t> column;
      for (int64_t l = 0; l < k; ++l) column.push_back(b[static_cast<size_t>(l * n + j)]);
      const auto row =
          std::span<const uint32_t>(a).subspan(static_cast<size_t>(i * k), static_cast<size_t>(k));
      ASSERT_EQ(actual, chain_element(family, form, row, column, options))
          << name(form) << " " << i << " " << j << " of " << m << "x" << n << "x" << k;
    }
  }
}

TEST(Chain, GemmEqualsItsElements) {
  for (const Family family : {Family::gfx11, Family::gfx12}) {
    for (int index = 0; index < form_count; ++index) {
      const auto form = static_cast<Form>(index);
      if (!exists(family, form)) continue;
      ChainOptions options;
      options.neg_lo = is_integer(form) ? 3 : 0;
      for (const Shape& shape : {Shape{16, 16, 16}, Shape{1, 1, 1}, Shape{37, 21, 75}}) {
        check(family, form, shape, options, DataKind::normal);
        check(family, form, shape, options, DataKind::ones);
      }
    }
  }
}

TEST(Chain, ManyRowsAndPolicies) {
  check(Family::gfx12, Form::f16_f16, {300, 18, 33}, {}, DataKind::normal);
  check(Family::gfx11, Form::f16_f16, {300, 18, 33}, {}, DataKind::ones_zeros);
  ChainOptions options;
  for (const Policy policy :
       {Policy::ieee, Policy::fp8_h2, Policy::fp8_h3, Policy::fp8_h4, Policy::fp8_h5}) {
    options.policy = policy;
    check(Family::gfx12, Form::f32_fp8_bf8, {20, 20, 64}, options, DataKind::spread);
  }
  for (const uint8_t signs : {1, 2}) {
    check(Family::gfx12, Form::i32_iu8, {20, 20, 64}, {.neg_lo = signs}, DataKind::normal);
  }
  options = {};
  options.fp16_ovfl = true;
  check(Family::gfx12, Form::f16_f16, {20, 20, 64}, options, DataKind::finite);
}

/// 140,000 products of 127 exceed 2^31: with CLAMP the sum stops there, without it wraps around.
TEST(Chain, SaturatesIfAsked) {
  constexpr int64_t k = 140'000;
  const std::vector<uint8_t> codes(k, 127);
  const std::vector<uint32_t> wide(codes.begin(), codes.end());
  for (const Family family : {Family::gfx11, Family::gfx12}) {
    for (const bool clamp : {false, true}) {
      uint32_t result = 0;
      ChainGemm gemm;
      gemm.family = family;
      gemm.form = Form::i32_iu8;
      gemm.n = 1;
      gemm.k = k;
      gemm.a = {codes.data(), k, 1};
      gemm.b = {codes.data(), k, 1};
      gemm.d = {&result, 1, 1};
      gemm.options.neg_lo = 3;
      gemm.options.clamp = clamp;
      chain_gemm(gemm, 0, 1);
      const uint32_t expected = clamp ? 0x7fffffffu : static_cast<uint32_t>(127 * 127 * k);
      EXPECT_EQ(result, expected);
      EXPECT_EQ(chain_element(family, gemm.form, wide, wide, gemm.options), expected);
    }
  }
}

/// On gfx12 sums of integers are the integers. On gfx11 a sum that cancels may leave one or two of
/// F16's smallest units.
TEST(Chain, PlusMinusOne) {
  Random random(7);
  int residues = 0;
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<uint16_t> a;
    std::vector<uint16_t> b;
    int sum = 0;
    for (int k = 0; k < 32; ++k) {
      const bool a_negative = random() % 2 != 0;
      const bool b_negative = random() % 2 != 0;
      a.push_back(a_negative ? 0xbc00 : 0x3c00);
      b.push_back(b_negative ? 0xbc00 : 0x3c00);
      sum += a_negative == b_negative ? 1 : -1;
    }
    EXPECT_EQ(half_to_float(chain_element_f16(Family::gfx12, a, b)), static_cast<float>(sum));
    const float gfx11 = half_to_float(chain_element_f16(Family::gfx11, a, b));
    if (sum != 0) {
      EXPECT_EQ(gfx11, static_cast<float>(sum));
    } else {
      EXPECT_LE(std::abs(gfx11), 0x1p-23f);
      residues += gfx11 != 0 ? 1 : 0;
    }
  }
  EXPECT_GT(residues, 0);
}

}  // namespace
}  // namespace tilewright::emu::wmma
