// SPDX-License-Identifier: MIT
#include "emu/wmma/exact_sum.hpp"

#include <algorithm>
#include <array>

#include "emu/wmma/round.hpp"
#include "emu/wmma/special.hpp"

namespace tilewright::emu::wmma {
namespace {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

constexpr int max_products = 16;

/// No product of 8-bit factors has a bit below 2^-32, and none reaches 2^32.
constexpr int product_grid = -32;

Uint128 shift_right_sticky(Uint128 magnitude, int shift) {
  if (shift <= 0) return magnitude;
  if (shift > 127) return magnitude != 0 ? 1 : 0;
  const Uint128 quotient = magnitude >> shift;
  return quotient << shift == magnitude ? quotient : quotient | 1;
}

uint32_t round_wide(Int128 total, int grid) {
  const bool negative = total < 0;
  auto magnitude = static_cast<Uint128>(negative ? -total : total);
  int drop = 0;
  while (magnitude >> drop >= Uint128{1} << 62) ++drop;
  const auto narrow = static_cast<int64_t>(shift_right_sticky(magnitude, drop));
  return round_to_f32({negative ? -narrow : narrow, grid + drop});
}

}  // namespace

uint32_t exact_sum_f32(const StepRules& rules, std::span<const uint32_t> a,
                       std::span<const uint32_t> b, uint32_t c) {
  std::array<Factor, max_products> a_factors;
  std::array<Factor, max_products> b_factors;
  const int fractions = format_of(rules.a).fraction_bits + format_of(rules.b).fraction_bits;
  Int128 sum = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const Factor& fa = a_factors[i] = decode_factor(rules.a, rules.family, a[i]);
    const Factor& fb = b_factors[i] = decode_factor(rules.b, rules.family, b[i]);
    const Int128 product = static_cast<Int128>(fa.significand * fb.significand)
                           << (fa.exponent + fb.exponent - fractions - product_grid);
    sum += fa.negative == fb.negative ? product : -product;
  }
  if (const auto special = special_result(8, std::span(a_factors).first(a.size()),
                                          std::span(b_factors).first(a.size()), c)) {
    return *special;
  }

  const uint32_t field = c >> 23 & 0xffu;
  const auto significand = Uint128{(c & 0x7fffffu) | (field != 0 ? 0x800000u : 0u)};
  const int exponent = static_cast<int>(std::max(field, 1u)) - 150;
  if (significand == 0) return round_wide(sum, product_grid);
  // The products, below 2^37 together, are less than a quarter of C's last place, or there are
  // none.
  if (sum == 0 || exponent > 39) return c;
  // A grid so fine that what C may lose below it only counts as "not zero".
  const int grid = exponent > 0 ? product_grid : product_grid - 48;
  const Uint128 c_magnitude = exponent >= grid ? significand << (exponent - grid)
                                               : shift_right_sticky(significand, grid - exponent);
  const auto signed_c = static_cast<Int128>(c_magnitude);
  return round_wide((sum << (product_grid - grid)) + (c >> 31 != 0 ? -signed_c : signed_c), grid);
}

}  // namespace tilewright::emu::wmma
