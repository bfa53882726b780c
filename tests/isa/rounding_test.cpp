// MODE.round: results towards +infinity, -infinity and zero, against the result to nearest, moved
// by one place where the exact value asks for it. Exact values are pairs of doubles, quadruple
// precision or integers.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "reference.hpp"
#include "sweep.hpp"

namespace tilewright::test {
namespace {

using u32 = uint32_t;
using u64 = uint64_t;
using quad = __float128;
namespace ref = reference;

enum Round : unsigned { kUp = 1, kDown = 2, kTowardsZero = 3 };

u32 w(u64 v) { return static_cast<u32>(v); }

template <class T>
int sign(T value) {
  return value > 0 ? 1 : value < 0 ? -1 : 0;
}

/// The neighbour of `nearest` that the direction asks for; `rest` has the sign of what the exact
/// value has more than it.
u64 directed(u64 nearest, int rest, unsigned round, unsigned width) {
  const bool negative = (nearest >> (width - 1) & 1) != 0;
  const bool up = rest > 0 && (round == kUp || (round == kTowardsZero && negative));
  const bool down = rest < 0 && (round == kDown || (round == kTowardsZero && !negative));
  if (up) return negative ? nearest - 1 : nearest + 1;
  if (down) return negative ? nearest + 1 : nearest - 1;
  return nearest;
}

/// x + y exactly, as a sum to nearest and what it lacks. Finite, and far from overflow.
struct ExactSum {
  ExactSum(double x, double y) : sum(x + y) {
    const double of_y = sum - x;
    rest = (x - (sum - of_y)) + (y - of_y);
  }
  double sum, rest = 0;
};

u32 f32_from(const ExactSum& exact, bool cancels, unsigned round) {
  if (exact.sum == 0 && exact.rest == 0 && cancels) return round == kDown ? 0x80000000 : 0;
  const auto nearest = static_cast<float>(exact.sum);
  const double beyond = exact.sum - static_cast<double>(nearest);
  return w(directed(bits(nearest), beyond != 0 ? sign(beyond) : sign(exact.rest), round, 32));
}

u32 fma32(u64 a, u64 b, u64 c, unsigned round) {
  const double x = as_float(w(a)), y = as_float(w(b)), z = as_float(w(c));
  if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(z)) {
    return ref::fma(w(a), w(b), w(c));
  }
  return f32_from({x * y, z}, std::signbit(x * y) != std::signbit(z), round);
}
u32 mul32(u64 a, u64 b, unsigned round) {
  if (ref::is_nan(w(a)) || ref::is_nan(w(b))) return ref::nan_of(w(a), w(b));
  return fma32(a, b, (a ^ b) & 0x80000000, round);  // a zero of the product's sign
}
u32 add32(u64 a, u64 b, unsigned round) {
  if (ref::is_nan(w(a)) || ref::is_nan(w(b))) return ref::nan_of(w(a), w(b));
  return fma32(a, 0x3f800000, b, round);
}

u64 add64(u64 a, u64 b, unsigned round) {
  const double x = as_double(a), y = as_double(b);
  const u64 nearest = ref::add64(a, b);
  if (!std::isfinite(x) || !std::isfinite(y)) return nearest;
  if (std::isinf(x + y)) return directed(nearest, -sign(x + y), round, 64);
  const ExactSum exact(x, y);
  if (exact.sum == 0 && std::signbit(x) != std::signbit(y)) return u64{round == kDown} << 63;
  return directed(nearest, sign(exact.rest), round, 64);
}
u64 mul64(u64 a, u64 b, unsigned round) {
  const double x = as_double(a), y = as_double(b);
  const u64 nearest = ref::mul64(a, b);
  if (!std::isfinite(x) || !std::isfinite(y)) return nearest;
  return directed(nearest, sign(static_cast<quad>(x) * y - static_cast<quad>(as_double(nearest))),
                  round, 64);
}

/// Of an exact `numerator` * 2^-48.
u32 half_from(__int128 numerator, bool cancels, bool negative_zero, unsigned round) {
  if (numerator == 0 && cancels) return round == kDown ? 0x8000 : 0;
  const u32 nearest = ref::half_from_fixed(numerator, negative_zero, false);
  if (ref::half_is_inf(nearest)) {
    return w(directed(nearest, (nearest & 0x8000) != 0 ? 1 : -1, round, 16));
  }
  const auto value = static_cast<__int128>(std::ldexp(ref::half_value(nearest), 24)) << 24;
  return w(directed(nearest, sign(numerator - value), round, 16));
}
u32 fma16(u64 a, u64 b, u64 c, unsigned round) {
  const double x = ref::half_value(w(a)), y = ref::half_value(w(b)), z = ref::half_value(w(c));
  if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(z)) {
    return ref::half_fma(w(a), w(b), w(c));
  }
  const auto fixed = [](double v) { return static_cast<__int128>(std::ldexp(v, 24)); };
  const bool product_negative = std::signbit(x) != std::signbit(y);
  return half_from(fixed(x) * fixed(y) + (fixed(z) << 24), product_negative != std::signbit(z),
                   product_negative, round);
}
u32 mul16(u64 a, u64 b, unsigned round) {
  if (ref::half_is_nan(w(a)) || ref::half_is_nan(w(b))) return ref::half_mul(w(a), w(b));
  return fma16(a, b, (a ^ b) & 0x8000, round);
}
u32 add16(u64 a, u64 b, unsigned round) {
  if (ref::half_is_nan(w(a)) || ref::half_is_nan(w(b))) return ref::half_add(w(a), w(b));
  return fma16(a, 0x3c00, b, round);
}

/// The direction in the field of a result type, another one in the other field.
u32 mode_f32(std::string_view arch, unsigned round) {
  return (arch == kGfx11 ? 0x3f0 : 0xf0) | round | (round % 3 + 1) << 2;
}
u32 mode_f16_f64(std::string_view arch, unsigned round) {
  return (arch == kGfx11 ? 0x3f0 : 0xf0) | round << 2 | (round % 3 + 1);
}

using Parameter = std::tuple<std::string_view, unsigned>;

class Rounding : public testing::TestWithParam<Parameter> {
 protected:
  const std::string_view arch = std::get<0>(GetParam());
  const unsigned round = std::get<1>(GetParam());

  void sweep(u32 mode, const char* text, const std::vector<Draw>& draws, unsigned result_bits,
             const std::function<u64(const Sources&)>& expected) const {
    check({std::string(arch), text, draws, expected, result_bits, mode});
  }
};

TEST_P(Rounding, OfSingles) {
  const u32 mode = mode_f32(arch, round);
  const std::vector<Draw> two(2, Draw::f32), three(3, Draw::f32);
  const unsigned r = round;
  sweep(mode, "v_add_f32 v0, v2, v4", two, 32,
        [=](const Sources& s) { return add32(s.a, s.b, r); });
  sweep(mode, "v_mul_f32 v0, v2, v4", two, 32,
        [=](const Sources& s) { return mul32(s.a, s.b, r); });
  sweep(mode, "v_fma_f32 v0, v2, v4, v6", three, 32,
        [=](const Sources& s) { return fma32(s.a, s.b, s.c, r); });
  sweep(mode, "v_fma_mix_f32 v0, v2, v4, v6", three, 32,
        [=](const Sources& s) { return fma32(s.a, s.b, s.c, r); });
  sweep(mode, "v_cvt_f32_u32 v0, v2", {Draw::i32}, 32,
        [=](const Sources& s) { return f32_from({static_cast<double>(w(s.a)), 0}, false, r); });
  sweep(mode, "v_cvt_f32_i32 v0, v2", {Draw::i32}, 32, [=](const Sources& s) {
    return f32_from({static_cast<double>(static_cast<int32_t>(s.a)), 0}, false, r);
  });
}

TEST_P(Rounding, OfDoubles) {
  const u32 mode = mode_f16_f64(arch, round);
  const std::vector<Draw> two(2, Draw::f64);
  const unsigned r = round;
  sweep(mode, "v_add_f64 v[0:1], v[2:3], v[4:5]", two, 64,
        [=](const Sources& s) { return add64(s.a, s.b, r); });
  sweep(mode, "v_mul_f64 v[0:1], v[2:3], v[4:5]", two, 64,
        [=](const Sources& s) { return mul64(s.a, s.b, r); });
}

TEST_P(Rounding, OfHalves) {
  const u32 mode = mode_f16_f64(arch, round);
  const std::vector<Draw> two(2, Draw::f16), three(3, Draw::f16), pairs(2, Draw::pk_f16);
  const unsigned r = round;
  sweep(mode, "v_add_f16 v0, v2, v4", two, 16,
        [=](const Sources& s) { return add16(s.a, s.b, r); });
  sweep(mode, "v_mul_f16 v0, v2, v4", two, 16,
        [=](const Sources& s) { return mul16(s.a, s.b, r); });
  sweep(mode, "v_fma_f16 v0, v2, v4, v6", three, 16,
        [=](const Sources& s) { return fma16(s.a, s.b, s.c, r); });
  sweep(mode, "v_pk_add_f16 v0, v2, v4", pairs, 32, [=](const Sources& s) {
    return add16(s.a & 0xffff, s.b & 0xffff, r) | add16(s.a >> 16, s.b >> 16, r) << 16;
  });
  sweep(mode, "v_cvt_f16_i16 v0, v2", {Draw::i16}, 16, [=](const Sources& s) {
    return half_from(static_cast<__int128>(static_cast<int16_t>(s.a)) << 48, false, false, r);
  });
}

/// Every f32 between half's smallest parts and beyond its largest, each exponent with fractions at
/// and about the places where halves end.
TEST_P(Rounding, ToHalf) {
  Machine m(arch);
  m.mode() = mode_f16_f64(arch, round);
  for (int exponent = -30; exponent < 18; ++exponent) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const u32 fractions[] = {0, 1, 0xfff, 0x1000, 0x1001, 0x1fff, 0x2000, 0x7fffff};
      const u32 sign_bit = lane % 2 << 31;
      m.v(2)[lane] = sign_bit | static_cast<u32>(exponent + 127) << 23 | fractions[lane / 2 % 8];
    }
    m.run("v_cvt_f16_f32 v0, v2");
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const double value = as_float(m.v(2)[lane]);
      // In units of 2^-48; what is finer makes it odd, far below a half's places.
      const double units = std::ldexp(std::fabs(value), 48);
      auto magnitude = static_cast<__int128>(units);
      if (static_cast<double>(magnitude) != units) magnitude |= 1;
      const __int128 fixed = value < 0 ? -magnitude : magnitude;
      EXPECT_EQ(m.v(0)[lane] & 0xffff, half_from(fixed, false, value < 0, round)) << value;
    }
  }
}

TEST_P(Rounding, OfDualAndScalarInstructions) {
  Machine m(arch);
  m.mode() = mode_f32(arch, round);
  const u32 third = bits(1.0F / 3), tenth = bits(-0.1F);
  for (const unsigned v : {2, 3}) m.fill(v, third);
  for (const unsigned v : {4, 5}) m.fill(v, tenth);
  m.run("v_dual_add_f32 v0, v2, v4 :: v_dual_mul_f32 v1, v3, v5");
  EXPECT_EQ(m.v(0)[0], add32(third, tenth, round));
  EXPECT_EQ(m.v(1)[0], mul32(third, tenth, round));
  if (arch == kGfx11) return;
  m.s(4) = third;
  m.s(5) = tenth;
  m.s(7) = tenth;
  m.run("s_add_f32 s6, s4, s5\n s_fmac_f32 s7, s4, s4");
  EXPECT_EQ(m.s(6), add32(third, tenth, round));
  EXPECT_EQ(m.s(7), fma32(third, third, tenth, round));
}

/// On silicon they round to nearest whatever MODE says (src/emu/wmma/README.md).
TEST_P(Rounding, IsNoBusinessOfDotProducts) {
  Machine m(arch);
  m.fill(2, 0x3c013555);
  m.fill(4, 0x3c012e66);
  m.fill(6, bits(1.0F / 3));
  m.run("v_dot2_f32_f16 v0, v2, v4, v6");
  const u32 usual = m.v(0)[0];
  m.mode() = (m.mode() & ~0xffu) | round | round << 2;
  m.run("v_dot2_f32_f16 v0, v2, v4, v6");
  EXPECT_EQ(m.v(0)[0], usual);
}

std::string name_of(const testing::TestParamInfo<Parameter>& info) {
  const char* const names[] = {"Nearest", "Up", "Down", "TowardsZero"};
  return std::string(std::get<0>(info.param)) + names[std::get<1>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Mode, Rounding,
                         testing::Combine(testing::Values(kGfx11, kGfx12),
                                          testing::Values(kUp, kDown, kTowardsZero)),
                         name_of);

/// Dual and scalar instructions flush where MODE does not keep subnormals.
TEST(FlushingMode, OfDualAndScalarInstructions) {
  for (const auto arch : {kGfx11, kGfx12}) {
    Machine m(arch);
    const u32 keep = m.mode();
    m.mode() = keep & ~0x10u;  // subnormal inputs of f32 count as zeros
    for (const unsigned v : {2, 3}) m.fill(v, 0x80000100);
    for (const unsigned v : {4, 5}) m.fill(v, bits(4.0F));
    m.run("v_dual_add_f32 v0, v2, v4 :: v_dual_mul_f32 v1, v3, v5");
    EXPECT_EQ(m.v(0)[0], bits(4.0F));
    EXPECT_EQ(m.v(1)[0], 0x80000000);
    m.mode() = keep & ~0x20u;  // subnormal results become zeros
    m.fill(3, 0x80800000);
    m.fill(5, bits(0.5F));
    m.run("v_dual_add_f32 v0, v2, v4 :: v_dual_mul_f32 v1, v3, v5");
    EXPECT_EQ(m.v(1)[0], 0x80000000);
    if (arch == kGfx11) continue;
    m.s(4) = 0x80800000;
    m.s(5) = bits(0.5F);
    m.run("s_mul_f32 s6, s4, s5");
    EXPECT_EQ(m.s(6), 0x80000000);
    m.mode() = keep & ~0x40u;  // inputs of f16
    m.s(4) = 0x8001;
    m.s(5) = 0x4400;
    m.run("s_mul_f16 s6, s4, s5");
    EXPECT_EQ(m.s(6), 0x8000u);
  }
}

}  // namespace
}  // namespace tilewright::test
