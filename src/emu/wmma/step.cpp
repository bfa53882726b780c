// SPDX-License-Identifier: MIT
#include "emu/wmma/step.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "core/half.hpp"
#include "emu/wmma/round.hpp"
#include "emu/wmma/special.hpp"

namespace tilewright::emu::wmma {
namespace {

/// "No exponent": what zero has. Low enough to lose every comparison, far from overflow.
constexpr int no_exponent = -100'000;

/// value = (negative ? -1 : 1) * magnitude * 2^exponent.
struct Term {
  uint64_t magnitude = 0;
  int exponent = 0;
  bool negative = false;

  [[nodiscard]] int lead() const {
    return magnitude == 0 ? no_exponent : wmma::lead(magnitude) + exponent;
  }
};

/// A finite product. Its grid comes from the exponent fields of the factors, not from the leading
/// bit of the product; a zero product has none.
struct Product : Term {
  int grid = no_exponent;
};

Product multiply(const Factor& a, int a_fraction, const Factor& b, int b_fraction,
                 const Guards& guards) {
  Product product;
  product.magnitude = uint64_t{a.significand} * b.significand;
  product.negative = a.negative != b.negative;
  product.exponent = a.exponent + b.exponent - a_fraction - b_fraction;
  if (product.magnitude != 0) product.grid = a.exponent + b.exponent - guards.product;
  return product;
}

/// A finite F32 accumulator. gfx11 flushes a subnormal to zero and keeps the sign.
Term decode_accumulator(Family family, uint32_t bits) {
  const uint32_t field = (bits >> 23) & 0xffu;
  const uint32_t fraction = bits & 0x7fffffu;
  Term c;
  c.negative = (bits >> 31) != 0;
  c.exponent = static_cast<int>(std::max(field, 1u)) - 150;
  if (field != 0) {
    c.magnitude = fraction | 0x800000u;
  } else if (family == Family::gfx12) {
    c.magnitude = fraction;
  }
  return c;
}

/// floor(magnitude * 2^exponent / 2^grid), and whether bits were lost.
struct Truncated {
  int64_t magnitude = 0;
  bool inexact = false;
};
Truncated truncate(const Term& term, int grid) {
  const int shift = grid - term.exponent;
  if (term.magnitude == 0) return {};
  if (shift <= 0) return {static_cast<int64_t>(term.magnitude << -shift), false};
  if (shift > 63) return {0, true};
  const uint64_t quotient = term.magnitude >> shift;
  return {static_cast<int64_t>(quotient), quotient << shift != term.magnitude};
}

/// gfx11 adds magnitudes in one's complement and never adds the one back: a term whose sign opposes
/// C's counts as its complement, one unit of the grid too low. That goes for products that are zero
/// as well, so that the sign of a zero, be it C's or a product's, can change the result.
/// `lowest_lead` bounds the accumulator's leading bit from below.
Sum gfx11_sum(std::span<const Product> products, const Term& c, int lowest_lead,
              const Guards& guards) {
  int grid = no_exponent;
  int leading = std::max(c.lead(), lowest_lead);
  bool zero = c.magnitude == 0;
  for (const Product& product : products) {
    grid = std::max(grid, product.grid);
    leading = std::max(leading, product.lead());
    zero &= product.magnitude == 0;
  }
  if (zero) return {};
  grid = std::max(grid, leading - guards.accumulator);

  // In the frame of C, whose own sign counts even if it is a zero.
  int64_t total = truncate(c, grid).magnitude;
  for (const Product& product : products) {
    const int64_t magnitude = truncate(product, grid).magnitude;
    total += product.negative == c.negative ? magnitude : ~magnitude;
  }
  return {c.negative ? -total : total, grid};
}

/// Two's complement alignment: bits that fall off a negative term round it down. With `tiny`, a
/// negative term that vanishes altogether becomes 0 instead of -1.
int64_t floor_term(const Term& term, int grid, bool tiny) {
  const Truncated cut = truncate(term, grid);
  if (!term.negative) return cut.magnitude;
  if (tiny && cut.magnitude == 0) return 0;
  return -cut.magnitude - (cut.inexact ? 1 : 0);
}

/// gfx12 adds in two's complement, in two levels: the products of one 32-bit register on their own
/// grid, then those sums and C on the common one.
Sum gfx12_sum(std::span<const Product> products, size_t group, const Term& c, int lowest_lead,
              const Guards& guards) {
  int grid = std::max(c.lead(), lowest_lead) - guards.accumulator;
  for (const Product& product : products) grid = std::max(grid, product.grid);

  int64_t total = floor_term(c, grid, grid > lowest_lead);
  for (size_t first = 0; first < products.size(); first += group) {
    const auto members = products.subspan(first, std::min(group, products.size() - first));
    int group_grid = no_exponent;
    for (const Product& product : members) group_grid = std::max(group_grid, product.grid);
    if (group_grid == no_exponent) continue;
    int64_t sum = 0;
    for (const Product& product : members) sum += floor_term(product, group_grid, false);
    const Term group_sum{static_cast<uint64_t>(sum < 0 ? -sum : sum), group_grid, sum < 0};
    total += floor_term(group_sum, grid, false);
  }
  return {total, grid};
}

uint32_t widen(AccumulatorType type, uint32_t c) {
  switch (type) {
    case AccumulatorType::f32:
      return c;
    case AccumulatorType::f16:
      return std::bit_cast<uint32_t>(half_to_float(static_cast<uint16_t>(c)));
    case AccumulatorType::bf16:
      return c << 16;
  }
  return c;
}

/// A NaN or an infinity in the accumulator's type. The diagnostic NaN has words of its own.
uint32_t narrow_special(AccumulatorType type, uint32_t bits) {
  switch (type) {
    case AccumulatorType::f32:
      return bits;
    case AccumulatorType::f16:
      if (bits == diagnostic_nan) return 0xfe3d;
      return (bits >> 16 & 0x8000u) | 0x7c00u | (bits >> 13 & 0x3ffu);
    case AccumulatorType::bf16:
      return bits == diagnostic_nan ? 0xfffd : bits >> 16;
  }
  return bits;
}

}  // namespace

uint32_t dot_step(const StepRules& rules, const Guards& guards, std::span<const uint32_t> a,
                  std::span<const uint32_t> b, uint32_t c) {
  assert(a.size() == b.size() && a.size() <= max_step_products);
  std::array<Factor, max_step_products> a_factors;
  std::array<Factor, max_step_products> b_factors;
  std::array<Product, max_step_products> products;
  for (size_t i = 0; i < a.size(); ++i) {
    a_factors[i] = decode_factor(rules.a, rules.family, a[i]);
    b_factors[i] = decode_factor(rules.b, rules.family, b[i]);
    products[i] = multiply(a_factors[i], format_of(rules.a).fraction_bits, b_factors[i],
                           format_of(rules.b).fraction_bits, guards);
  }

  const uint32_t wide_c = widen(rules.accumulator, c);
  if (const auto special =
          special_result(format_of(rules.a).width(), std::span(a_factors).first(a.size()),
                         std::span(b_factors).first(a.size()), wide_c)) {
    return narrow_special(rules.accumulator, *special);
  }

  const auto terms = std::span<const Product>(products).first(a.size());
  const Term accumulator = decode_accumulator(rules.family, wide_c);
  const bool to_f16 = rules.accumulator == AccumulatorType::f16;
  Sum sum;
  if (rules.family == Family::gfx11) {
    sum = gfx11_sum(terms, accumulator, to_f16 ? -14 : no_exponent, guards);
  } else {
    sum = gfx12_sum(terms, static_cast<size_t>(rules.group), accumulator, to_f16 ? -14 : -126,
                    guards);
  }
  if (to_f16) return round_to_f16(sum, rules.fp16_ovfl);
  const uint32_t result =
      rules.family == Family::gfx11 ? round_to_f32_flushing(sum) : round_to_f32(sum);
  // Packed BF16 is the F32 result, rounded and flushed as such, cut off.
  return rules.accumulator == AccumulatorType::bf16 ? result >> 16 : result;
}

uint32_t dot_step(const StepRules& rules, std::span<const uint32_t> a, std::span<const uint32_t> b,
                  uint32_t c) {
  return dot_step(rules, Guards{}, a, b, c);
}

}  // namespace tilewright::emu::wmma
