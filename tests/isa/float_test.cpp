// VALU instructions on f32.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "reference.hpp"
#include "sweep.hpp"

namespace tilewright::test {
namespace {

using u32 = uint32_t;
using u64 = uint64_t;
using reference::is_nan;

constexpr uint32_t kSign = 0x80000000;

u32 w(u64 v) { return static_cast<u32>(v); }
float f(u64 v) { return as_float(w(v)); }
const std::vector<Draw> kOne(1, Draw::f32);
const std::vector<Draw> kTwo(2, Draw::f32);
const std::vector<Draw> kThree(3, Draw::f32);

bool signalling(u64 v) { return is_nan(w(v)) && (v & 0x400000) == 0; }
u32 quieted(u64 v) { return w(v) | 0x400000; }

TEST(Float, Arithmetic) {
  for (const auto arch : {kGfx11, kGfx12}) {
    const std::string a(arch);
    check({a, "v_add_f32 v0, v2, v4", kTwo,
           [](const Sources& s) { return reference::add(w(s.a), w(s.b)); }});
    // a - b is a + (-b), but a NaN b passes with its own sign.
    check({a, "v_sub_f32 v0, v2, v4", kTwo, [](const Sources& s) {
             return is_nan(w(s.a)) || is_nan(w(s.b)) ? reference::nan_of(w(s.a), w(s.b))
                                                     : reference::add(w(s.a), w(s.b) ^ kSign);
           }});
    check({a, "v_subrev_f32 v0, v2, v4", kTwo, [](const Sources& s) {
             return is_nan(w(s.a)) || is_nan(w(s.b)) ? reference::nan_of(w(s.a), w(s.b))
                                                     : reference::add(w(s.b), w(s.a) ^ kSign);
           }});
    check({a, "v_mul_f32 v0, v2, v4", kTwo,
           [](const Sources& s) { return reference::mul(w(s.a), w(s.b)); }});
    check({a, "v_mul_dx9_zero_f32 v0, v2, v4", kTwo, [](const Sources& s) {
             return f(s.a) == 0 || f(s.b) == 0 ? 0 : reference::mul(w(s.a), w(s.b));
           }});
    check({a, "v_fma_f32 v0, v2, v4, v6", kThree,
           [](const Sources& s) { return reference::fma(w(s.a), w(s.b), w(s.c)); }});
    check({a, "v_fmac_f32 v0, v2, v4", kTwo,
           [](const Sources& s) { return reference::fma(w(s.a), w(s.b), w(s.old)); }});
    check({a, "v_fmac_f32_e64 v0, v2, -v4", kTwo,
           [](const Sources& s) { return reference::fma(w(s.a), w(s.b) ^ kSign, w(s.old)); }});
    check({a, "v_fmaak_f32 v0, v2, v4, 0x40490fdb", kTwo,
           [](const Sources& s) { return reference::fma(w(s.a), w(s.b), 0x40490fdb); }});
    check({a, "v_fmamk_f32 v0, v2, 0x40490fdb, v4", kTwo,
           [](const Sources& s) { return reference::fma(w(s.a), 0x40490fdb, w(s.b)); }});
  }
}

/// minNum of IEEE 754-2008 with ordered zeros; two NaNs give the first, quieted.
u32 number(u64 a, u64 b, int wanted) {
  if (is_nan(w(a))) return is_nan(w(b)) ? quieted(a) : w(b);
  if (is_nan(w(b))) return w(a);
  return reference::compare_total(f(a), f(b)) == wanted ? w(a) : w(b);
}
/// gfx11 with MODE.IEEE: signalling NaNs come first.
u32 ieee(u64 a, u64 b, int wanted) {
  if (signalling(a)) return quieted(a);
  if (signalling(b)) return quieted(b);
  if (is_nan(w(b))) return w(a);
  if (is_nan(w(a))) return w(b);
  return reference::compare_total(f(a), f(b)) == wanted ? w(a) : w(b);
}
u32 propagating(u64 a, u64 b, int wanted) {
  if (signalling(a)) return quieted(a);
  if (signalling(b)) return quieted(b);
  if (is_nan(w(a))) return w(a);
  if (is_nan(w(b))) return w(b);
  return reference::compare_total(f(a), f(b)) == wanted ? w(a) : w(b);
}

TEST(Float, MinimaAndMaxima) {
  const std::string g11(kGfx11);
  const std::string g12(kGfx12);
  check({g11, "v_min_f32 v0, v2, v4", kTwo, [](const Sources& s) { return ieee(s.a, s.b, -1); }});
  check({g11, "v_max_f32 v0, v2, v4", kTwo, [](const Sources& s) { return ieee(s.a, s.b, 1); }});
  // Without MODE.IEEE a signalling NaN counts as any other.
  check({g11, "v_min_f32 v0, v2, v4", kTwo,
         [](const Sources& s) {
           if (is_nan(w(s.b))) return w(s.a);
           if (is_nan(w(s.a))) return w(s.b);
           return number(s.a, s.b, -1);
         },
         32, 0x1f0});
  check({g12, "v_min_num_f32 v0, v2, v4", kTwo,
         [](const Sources& s) { return number(s.a, s.b, -1); }});
  check({g12, "v_max_num_f32 v0, v2, v4", kTwo,
         [](const Sources& s) { return number(s.a, s.b, 1); }});
  check({g12, "v_minimum_f32 v0, v2, v4", kTwo,
         [](const Sources& s) { return propagating(s.a, s.b, -1); }});
  check({g12, "v_maximum_f32 v0, v2, v4", kTwo,
         [](const Sources& s) { return propagating(s.a, s.b, 1); }});
  check({g12, "v_min3_num_f32 v0, v2, v4, v6", kThree,
         [](const Sources& s) { return number(number(s.a, s.b, -1), s.c, -1); }});
  check({g12, "v_maxmin_num_f32 v0, v2, v4, v6", kThree,
         [](const Sources& s) { return number(number(s.a, s.b, 1), s.c, -1); }});
  check({g11, "v_max3_f32 v0, v2, v4, v6", kThree,
         [](const Sources& s) { return ieee(ieee(s.a, s.b, 1), s.c, 1); }});
  const auto median = [](const Sources& s) {
    if (is_nan(w(s.a)) || is_nan(w(s.b)) || is_nan(w(s.c))) return ~u64{0};
    const u32 largest = number(number(s.a, s.b, 1), s.c, 1);
    if (largest == w(s.a)) return u64{number(s.b, s.c, 1)};
    if (largest == w(s.b)) return u64{number(s.a, s.c, 1)};
    return u64{number(s.a, s.b, 1)};
  };
  check({g12, "v_med3_num_f32 v0, v2, v4, v6", kThree, [&](const Sources& s) {
           const u64 m = median(s);
           return m == ~u64{0} ? number(number(s.a, s.b, -1), s.c, -1) : m;
         }});
  check({g11, "v_med3_f32 v0, v2, v4, v6", kThree, [&](const Sources& s) {
           const u64 m = median(s);
           return m == ~u64{0} ? ieee(ieee(s.a, s.b, -1), s.c, -1) : m;
         }});
}

/// A function of one number that passes NaNs on, quieted.
std::function<u64(const Sources&)> unary(float (*function)(float)) {
  return [function](const Sources& s) {
    return is_nan(w(s.a)) ? quieted(s.a) : bits(function(f(s.a)));
  };
}

TEST(Float, RoundsToIntegralValues) {
  for (const auto arch : {kGfx11, kGfx12}) {
    const std::string a(arch);
    check({a, "v_trunc_f32 v0, v2", kOne, unary([](float x) { return std::trunc(x); })});
    check({a, "v_ceil_f32 v0, v2", kOne, unary([](float x) { return std::ceil(x); })});
    check({a, "v_floor_f32 v0, v2", kOne, unary([](float x) { return std::floor(x); })});
    check({a, "v_rndne_f32 v0, v2", kOne, unary([](float x) { return std::nearbyint(x); })});
    check({a, "v_fract_f32 v0, v2", kOne, [](const Sources& s) {
             if (is_nan(w(s.a))) return quieted(s.a);
             if (std::isinf(f(s.a))) return 0xffc00000;
             const float x = f(s.a) - std::floor(f(s.a));
             return x < 1 ? bits(x) : 0x3f7fffff;
           }});
  }
}

TEST(Float, PiecesOfANumber) {
  for (const auto arch : {kGfx11, kGfx12}) {
    const std::string a(arch);
    check({a, "v_ldexp_f32 v0, v2, v4", {Draw::f32, Draw::i32}, [](const Sources& s) {
             if (is_nan(w(s.a))) return quieted(s.a);
             return bits(static_cast<float>(
                 std::ldexp(static_cast<double>(f(s.a)),
                            std::max(-500, std::min(500, static_cast<int32_t>(w(s.b)))))));
           }});
    check({a, "v_frexp_exp_i32_f32 v0, v2", kOne, [](const Sources& s) {
             if (!std::isfinite(f(s.a)) || f(s.a) == 0) return u64{0};
             return static_cast<u64>(std::ilogb(f(s.a)) + 1);
           }});
    check({a, "v_frexp_mant_f32 v0, v2", kOne, [](const Sources& s) {
             if (is_nan(w(s.a))) return quieted(s.a);
             if (!std::isfinite(f(s.a)) || f(s.a) == 0) return w(s.a);
             return bits(std::scalbn(f(s.a), -(std::ilogb(f(s.a)) + 1)));
           }});
    check_mask(a, "v_cmp_class_f32 vcc_lo, v2, v4", {Draw::f32, Draw::i32}, [](const Sources& s) {
      const bool negative = std::signbit(f(s.a));
      unsigned bit = 0;
      switch (std::fpclassify(f(s.a))) {
        case FP_NAN:
          bit = signalling(s.a) ? 0 : 1;
          break;
        case FP_INFINITE:
          bit = negative ? 2 : 9;
          break;
        case FP_NORMAL:
          bit = negative ? 3 : 8;
          break;
        case FP_SUBNORMAL:
          bit = negative ? 4 : 7;
          break;
        default:
          bit = negative ? 5 : 6;
      }
      return (s.b >> bit & 1) != 0;
    });
  }
}

/// Approximations: correctly rounded is what we promise. The wider type's own error allows for one
/// unit in the last place at a tie.
bool within_one_ulp(u64 got, u64 want) {
  if (is_nan(w(want))) return is_nan(w(got));
  const int64_t difference = static_cast<int64_t>(got) - static_cast<int64_t>(want);
  return difference >= -1 && difference <= 1;
}
float flushed(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0F, x) : x; }

TEST(Float, Approximations) {
  for (const auto arch : {kGfx11, kGfx12}) {
    const std::string a(arch);
    const auto sweep = [&](const char* text, double (*function)(double)) {
      Sweep s{a, text, kOne, [function](const Sources& x) {
                const auto exact = function(static_cast<double>(flushed(f(x.a))));
                return bits(flushed(static_cast<float>(exact)));
              }};
      s.equal = within_one_ulp;
      check(s);
    };
    sweep("v_rcp_f32 v0, v2", [](double x) { return 1 / x; });
    sweep("v_rcp_iflag_f32 v0, v2", [](double x) { return 1 / x; });
    sweep("v_sqrt_f32 v0, v2", [](double x) { return std::sqrt(x); });
    sweep("v_rsq_f32 v0, v2", [](double x) { return 1 / std::sqrt(x); });
    sweep("v_exp_f32 v0, v2", [](double x) { return std::exp2(x); });
    sweep("v_log_f32 v0, v2", [](double x) { return std::log2(x); });
  }
  Machine m(kGfx12);
  m.set(2, {bits(0.0F), bits(0.25F), bits(0.5F), bits(0.75F), bits(1.25F)});
  m.run("v_sin_f32 v0, v2\n v_cos_f32 v1, v2");
  EXPECT_EQ(m.v(0)[1], bits(1.0F));
  EXPECT_EQ(m.v(0)[3], bits(-1.0F));
  EXPECT_EQ(m.v(0)[4], bits(1.0F));
  EXPECT_EQ(m.v(1)[0], bits(1.0F));
  EXPECT_EQ(m.v(1)[2], bits(-1.0F));
  EXPECT_NEAR(as_float(m.v(1)[1]), 0, 1e-7);
}

TEST(Float, DividesAsTheCompilerDoes) {
  // The sequence that LLVM emits for a correctly rounded f32 division, subnormals included.
  const std::string divide =
      "v_div_scale_f32 v8, null, v4, v4, v2\n"
      "v_div_scale_f32 v9, vcc_lo, v2, v4, v2\n"
      "v_rcp_f32 v10, v8\n"
      "v_fma_f32 v11, -v8, v10, 1.0\n"
      "v_fmac_f32 v10, v11, v10\n"
      "v_mul_f32 v11, v9, v10\n"
      "v_fma_f32 v12, -v8, v11, v9\n"
      "v_fmac_f32 v11, v12, v10\n"
      "v_fma_f32 v8, -v8, v11, v9\n"
      "v_div_fmas_f32 v8, v8, v10, v11\n"
      "v_div_fixup_f32 v0, v8, v4, v2";
  for (const auto arch : {kGfx11, kGfx12}) {
    check({std::string(arch), divide, kTwo, [](const Sources& s) {
             if (is_nan(w(s.a))) return quieted(s.a);  // the numerator's NaN comes first
             if (is_nan(w(s.b))) return quieted(s.b);
             const float q = f(s.a) / f(s.b);
             return std::isnan(q) ? 0xffc00000 : bits(q);
           }});
  }
}

TEST(Float, Compares) {
  struct Relation {
    const char* name;
    std::function<bool(float, float)> holds;
  };
  const auto ordered = [](float a, float b) { return !std::isnan(a) && !std::isnan(b); };
  const std::vector<Relation> relations = {
      {"lt", [](float a, float b) { return a < b; }},
      {"eq", [](float a, float b) { return a == b; }},
      {"le", [](float a, float b) { return a <= b; }},
      {"gt", [](float a, float b) { return a > b; }},
      {"lg", [&](float a, float b) { return ordered(a, b) && a != b; }},
      {"ge", [](float a, float b) { return a >= b; }},
      {"o", ordered},
      {"u", [&](float a, float b) { return !ordered(a, b); }},
      {"nge", [](float a, float b) { return !(a >= b); }},
      {"nlg", [&](float a, float b) { return !(ordered(a, b) && a != b); }},
      {"ngt", [](float a, float b) { return !(a > b); }},
      {"nle", [](float a, float b) { return !(a <= b); }},
      {"neq", [](float a, float b) { return a != b; }},
      {"nlt", [](float a, float b) { return !(a < b); }}};
  for (const auto arch : {kGfx11, kGfx12}) {
    const std::string a(arch);
    for (const Relation& r : relations) {
      check_mask(a, "v_cmp_" + std::string(r.name) + "_f32 vcc_lo, v2, v4", kTwo,
                 [&](const Sources& s) { return r.holds(f(s.a), f(s.b)); });
      check_mask(a, "v_cmpx_" + std::string(r.name) + "_f32 v2, v4", kTwo,
                 [&](const Sources& s) { return r.holds(f(s.a), f(s.b)); });
      check_mask(a, "v_cmp_" + std::string(r.name) + "_f32 vcc_lo, -v2, |v4|", kTwo,
                 [&](const Sources& s) { return r.holds(-f(s.a), std::fabs(f(s.b))); });
      check_mask(a, "v_cmp_" + std::string(r.name) + "_f64 vcc_lo, v[2:3], v[4:5]",
                 {Draw::f64, Draw::f64}, [&](const Sources& s) {
                   const double x = as_double(s.a), y = as_double(s.b);
                   const float sign = x < y ? -1 : x > y ? 1 : x == y ? 0 : NAN;
                   return r.holds(sign, 0);
                 });
      check_mask(a, "v_cmp_" + std::string(r.name) + "_f16 vcc_lo, v2, v4", {Draw::f16, Draw::f16},
                 [&](const Sources& s) {
                   return r.holds(static_cast<float>(reference::half_value(w(s.a))),
                                  static_cast<float>(reference::half_value(w(s.b))));
                 });
    }
  }
}

}  // namespace
}  // namespace tilewright::test
