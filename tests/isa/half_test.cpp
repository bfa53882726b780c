// VALU instructions on f16: single, packed, mixed.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "reference.hpp"
#include "sweep.hpp"

namespace tilewright::test {
namespace {

using u32 = uint32_t;
using u64 = uint64_t;
namespace ref = reference;

constexpr uint32_t kFp16Ovfl = 1u << 23;

u32 w(u64 v) { return static_cast<u32>(v); }
const std::vector<Draw> kOne(1, Draw::f16);
const std::vector<Draw> kTwo(2, Draw::f16);
const std::vector<Draw> kThree(3, Draw::f16);
const std::vector<Draw> kPairs(3, Draw::pk_f16);

TEST(Half, Arithmetic) {
  for (const auto arch : {kGfx11, kGfx12}) {
    for (const bool saturate : {false, true}) {
      const u32 mode = (arch == kGfx11 ? 0x3f0 : 0xf0) | (saturate ? kFp16Ovfl : 0);
      const auto sweep = [&](const char* text, const std::vector<Draw>& draws,
                             const std::function<u64(const Sources&)>& expected) {
        check({std::string(arch), text, draws, expected, 16, mode});
      };
      sweep("v_add_f16 v0, v2, v4", kTwo,
            [=](const Sources& s) { return ref::half_add(w(s.a), w(s.b), saturate); });
      sweep("v_sub_f16 v0, v2, v4", kTwo, [=](const Sources& s) {
        const u32 b = ref::half_is_nan(w(s.b)) ? w(s.b) : w(s.b) ^ 0x8000;
        return ref::half_add(w(s.a), b, saturate);
      });
      sweep("v_mul_f16 v0, v2, v4", kTwo,
            [=](const Sources& s) { return ref::half_mul(w(s.a), w(s.b), saturate); });
      sweep("v_fma_f16 v0, v2, v4, v6", kThree,
            [=](const Sources& s) { return ref::half_fma(w(s.a), w(s.b), w(s.c), saturate); });
      sweep("v_fmac_f16 v0, v2, v4", kTwo, [=](const Sources& s) {
        return ref::half_fma(w(s.a), w(s.b), w(s.old) & 0xffff, saturate);
      });
      sweep("v_fmaak_f16 v0, v2, v4, 0x4248", kTwo,
            [=](const Sources& s) { return ref::half_fma(w(s.a), w(s.b), 0x4248, saturate); });
    }
  }
}

TEST(Half, Selection) {
  const auto number = [](u32 a, u32 b, int wanted) -> u32 {
    if (ref::half_is_nan(a)) return ref::half_is_nan(b) ? a | 0x200 : b;
    if (ref::half_is_nan(b)) return a;
    return ref::compare_total(ref::half_value(a), ref::half_value(b)) == wanted ? a : b;
  };
  const std::string g12(kGfx12);
  check({g12, "v_min_num_f16 v0, v2, v4", kTwo,
         [&](const Sources& s) { return number(w(s.a), w(s.b), -1); }, 16});
  check({g12, "v_max_num_f16 v0, v2, v4", kTwo,
         [&](const Sources& s) { return number(w(s.a), w(s.b), 1); }, 16});
  check({g12, "v_med3_num_f16 v0, v2, v4, v6", kThree,
         [&](const Sources& s) -> u64 {
           const u32 a = w(s.a), b = w(s.b), c = w(s.c);
           if (ref::half_is_nan(a) || ref::half_is_nan(b) || ref::half_is_nan(c)) {
             return number(number(a, b, -1), c, -1);
           }
           return number(number(a, b, -1), number(number(a, b, 1), c, -1), 1);
         },
         16});
  check({std::string(kGfx11), "v_max_f16 v0, v2, v4", kTwo,
         [&](const Sources& s) -> u64 {
           const u32 a = w(s.a), b = w(s.b);
           const auto signalling = [](u32 h) { return ref::half_is_nan(h) && (h & 0x200) == 0; };
           if (signalling(a)) return a | 0x200;
           if (signalling(b)) return b | 0x200;
           return number(a, b, 1);
         },
         16});
}

TEST(Half, RoundsAndScales) {
  for (const auto arch : {kGfx11, kGfx12}) {
    const std::string a(arch);
    const auto unary = [](double (*function)(double)) {
      return [function](const Sources& s) -> u64 {
        if (ref::half_is_nan(w(s.a))) return w(s.a) | 0x200;
        return ref::half_from_double(function(ref::half_value(w(s.a))), false);
      };
    };
    check({a, "v_trunc_f16 v0, v2", kOne, unary([](double x) { return std::trunc(x); }), 16});
    check({a, "v_ceil_f16 v0, v2", kOne, unary([](double x) { return std::ceil(x); }), 16});
    check({a, "v_floor_f16 v0, v2", kOne, unary([](double x) { return std::floor(x); }), 16});
    check({a, "v_rndne_f16 v0, v2", kOne, unary([](double x) { return std::nearbyint(x); }), 16});
    check({a,
           "v_ldexp_f16 v0, v2, v4",
           {Draw::f16, Draw::i16},
           [](const Sources& s) -> u64 {
             if (ref::half_is_nan(w(s.a))) return w(s.a) | 0x200;
             const int power = static_cast<int16_t>(s.b);
             return ref::half_from_double(
                 std::ldexp(ref::half_value(w(s.a)), std::max(-200, std::min(200, power))), false);
           },
           16});
    const auto approximate = [&](const char* text, double (*function)(double)) {
      check({a, text, kOne,
             [function](const Sources& s) -> u64 {
               if (ref::half_is_nan(w(s.a))) return w(s.a) | 0x200;
               const double value = function(ref::half_value(w(s.a)));
               return std::isnan(value) ? 0xfe00 : ref::half_from_double(value, false);
             },
             16});
    };
    approximate("v_rcp_f16 v0, v2", [](double x) { return 1 / x; });
    approximate("v_sqrt_f16 v0, v2", [](double x) { return std::sqrt(x); });
    approximate("v_exp_f16 v0, v2", [](double x) { return std::exp2(x); });
    approximate("v_log_f16 v0, v2", [](double x) { return std::log2(x); });
  }
}

/// An operation on each half.
template <class F>
u64 both(F f) {
  return f(0) | u64{f(16)} << 16;
}

TEST(Half, Packed) {
  for (const auto arch : {kGfx11, kGfx12}) {
    const std::string a(arch);
    const std::vector<Draw> two(2, Draw::pk_f16);
    const auto half = [](u64 v, unsigned shift) { return w(v) >> shift & 0xffff; };
    check({a, "v_pk_add_f16 v0, v2, v4", two, [&](const Sources& s) {
             return both([&](unsigned i) { return ref::half_add(half(s.a, i), half(s.b, i)); });
           }});
    check({a, "v_pk_mul_f16 v0, v2, v4", two, [&](const Sources& s) {
             return both([&](unsigned i) { return ref::half_mul(half(s.a, i), half(s.b, i)); });
           }});
    check({a, "v_pk_fma_f16 v0, v2, v4, v6", kPairs, [&](const Sources& s) {
             return both([&](unsigned i) {
               return ref::half_fma(half(s.a, i), half(s.b, i), half(s.c, i));
             });
           }});
    check({a, "v_pk_fmac_f16 v0, v2, v4", two, [&](const Sources& s) {
             return both([&](unsigned i) {
               return ref::half_fma(half(s.a, i), half(s.b, i), half(s.old, i));
             });
           }});
    // The low operation takes A's high half and B's low one, negated; the high one the others.
    check({a,
           "v_pk_fma_f16 v0, v2, v4, v6 op_sel:[1,0,0] op_sel_hi:[0,1,1] neg_lo:[0,1,0] "
           "neg_hi:[1,0,0]",
           kPairs, [&](const Sources& s) {
             const u32 low = ref::half_fma(half(s.a, 16), half(s.b, 0) ^ 0x8000, half(s.c, 0));
             const u32 high = ref::half_fma(half(s.a, 0) ^ 0x8000, half(s.b, 16), half(s.c, 16));
             return low | u64{high} << 16;
           }});
  }
}

TEST(Half, Mixed) {
  for (const auto arch : {kGfx11, kGfx12}) {
    const std::string a(arch);
    const std::vector<Draw> draws = {Draw::pk_f16, Draw::f32, Draw::pk_f16};
    const auto value = [](u64 word, unsigned shift) {
      return bits(static_cast<float>(ref::half_value(w(word) >> shift & 0xffff)));
    };
    const auto not_nan = [](u64 got, u64 want) {
      return got == want || (ref::is_nan(w(got)) && ref::is_nan(w(want)));
    };
    Sweep mix{a, "v_fma_mix_f32 v0, v2, v4, -v6 op_sel:[0,0,1] op_sel_hi:[1,0,1]", draws,
              [&](const Sources& s) -> u64 {
                return ref::fma(value(s.a, 0), w(s.b), value(s.c, 16) ^ 0x80000000);
              }};
    mix.equal = not_nan;
    check(mix);
    Sweep low{a, "v_fma_mixlo_f16 v0, v2, v4, v6 op_sel:[1,0,0] op_sel_hi:[1,0,1]", draws,
              [&](const Sources& s) -> u64 {
                const float sum = as_float(ref::fma(value(s.a, 16), w(s.b), value(s.c, 0)));
                return std::isnan(sum) ? 0x7e00 : ref::half_from_double(sum, false);
              },
              16};
    low.equal = [](u64 got, u64 want) {
      return got == want || (ref::half_is_nan(w(got)) && ref::half_is_nan(w(want)));
    };
    check(low);
  }
  Machine m(kGfx12);
  m.fill(1, bits(1.5F));
  m.fill(0, 0x1234abcd);
  m.run("v_fma_mixhi_f16 v0, v1, v1, 1.0");
  EXPECT_EQ(m.v(0)[5], 0x4280abcd);  // 3.25
}

}  // namespace
}  // namespace tilewright::test
