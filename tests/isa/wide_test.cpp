// VALU instructions on f64.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "reference.hpp"
#include "sweep.hpp"

namespace tilewright::test {
namespace {

using u64 = uint64_t;
namespace ref = reference;

constexpr u64 kSign = u64{1} << 63;
const std::vector<Draw> kOne(1, Draw::f64);
const std::vector<Draw> kTwo(2, Draw::f64);
const std::vector<Draw> kThree(3, Draw::f64);

u64 quieted(u64 v) { return v | 0x0008000000000000; }

TEST(Wide, Arithmetic) {
  for (const auto arch : {kGfx11, kGfx12}) {
    const std::string a(arch);
    check({a, "v_add_f64 v[0:1], v[2:3], v[4:5]", kTwo,
           [](const Sources& s) { return ref::add64(s.a, s.b); }, 64});
    check({a, "v_mul_f64 v[0:1], v[2:3], v[4:5]", kTwo,
           [](const Sources& s) { return ref::mul64(s.a, s.b); }, 64});
    check({a, "v_fma_f64 v[0:1], -v[2:3], |v[4:5]|, v[6:7]", kThree,
           [](const Sources& s) { return ref::fma64(s.a ^ kSign, s.b & ~kSign, s.c); }, 64});
    // A 32-bit literal is the upper half of an f64.
    check({a, "v_add_f64 v[0:1], v[2:3], 0x40091eb8", kOne,
           [](const Sources& s) { return ref::add64(s.a, 0x40091eb800000000); }, 64});
    check({a, "v_mul_f64 v[0:1], v[2:3], 0.15915494309189532", kOne,
           [](const Sources& s) { return ref::mul64(s.a, 0x3fc45f306dc9c882); }, 64});
  }
}

TEST(Wide, Selection) {
  const auto number = [](u64 a, u64 b, int wanted) {
    if (ref::is_nan64(a)) return ref::is_nan64(b) ? quieted(a) : b;
    if (ref::is_nan64(b)) return a;
    return ref::compare_total(as_double(a), as_double(b)) == wanted ? a : b;
  };
  check({std::string(kGfx12), "v_min_num_f64 v[0:1], v[2:3], v[4:5]", kTwo,
         [&](const Sources& s) { return number(s.a, s.b, -1); }, 64});
  check({std::string(kGfx12), "v_max_num_f64 v[0:1], v[2:3], v[4:5]", kTwo,
         [&](const Sources& s) { return number(s.a, s.b, 1); }, 64});
  check({std::string(kGfx11), "v_max_f64 v[0:1], v[2:3], v[4:5]", kTwo,
         [&](const Sources& s) {
           const auto signalling = [](u64 v) { return ref::is_nan64(v) && quieted(v) != v; };
           if (signalling(s.a)) return quieted(s.a);
           if (signalling(s.b)) return quieted(s.b);
           return number(s.a, s.b, 1);
         },
         64});
}

TEST(Wide, RoundsToIntegralValues) {
  for (const auto arch : {kGfx11, kGfx12}) {
    const std::string a(arch);
    const auto unary = [&](const char* name, double (*function)(double)) {
      check({a, std::string(name) + " v[0:1], v[2:3]", kOne,
             [function](const Sources& s) {
               if (ref::is_nan64(s.a)) return quieted(s.a);
               const double value = function(as_double(s.a));
               return std::isnan(value) ? 0xfff8000000000000 : bits(value);
             },
             64});
    };
    unary("v_trunc_f64", [](double x) { return std::trunc(x); });
    unary("v_ceil_f64", [](double x) { return std::ceil(x); });
    unary("v_floor_f64", [](double x) { return std::floor(x); });
    unary("v_rndne_f64", [](double x) { return std::nearbyint(x); });
    unary("v_rcp_f64", [](double x) { return 1 / x; });
    unary("v_sqrt_f64", [](double x) { return std::sqrt(x); });
    check({a,
           "v_ldexp_f64 v[0:1], v[2:3], v4",
           {Draw::f64, Draw::i32},
           [](const Sources& s) {
             if (ref::is_nan64(s.a)) return quieted(s.a);
             const auto power = static_cast<int32_t>(s.b);
             return bits(std::ldexp(as_double(s.a), std::max(-5000, std::min(5000, power))));
           },
           64});
  }
}

TEST(Wide, DividesAsTheCompilerDoes) {
  // The sequence that LLVM emits for an f64 division.
  const std::string divide =
      "v_div_scale_f64 v[8:9], null, v[4:5], v[4:5], v[2:3]\n"
      "v_rcp_f64 v[10:11], v[8:9]\n"
      "v_fma_f64 v[12:13], -v[8:9], v[10:11], 1.0\n"
      "v_fma_f64 v[10:11], v[10:11], v[12:13], v[10:11]\n"
      "v_fma_f64 v[12:13], -v[8:9], v[10:11], 1.0\n"
      "v_fma_f64 v[10:11], v[10:11], v[12:13], v[10:11]\n"
      "v_div_scale_f64 v[12:13], vcc_lo, v[2:3], v[4:5], v[2:3]\n"
      "v_mul_f64 v[14:15], v[12:13], v[10:11]\n"
      "v_fma_f64 v[8:9], -v[8:9], v[14:15], v[12:13]\n"
      "v_div_fmas_f64 v[8:9], v[8:9], v[10:11], v[14:15]\n"
      "v_div_fixup_f64 v[0:1], v[8:9], v[4:5], v[2:3]";
  for (const auto arch : {kGfx11, kGfx12}) {
    check({std::string(arch), divide, kTwo,
           [](const Sources& s) {
             if (ref::is_nan64(s.a)) return quieted(s.a);
             if (ref::is_nan64(s.b)) return quieted(s.b);
             const double q = as_double(s.a) / as_double(s.b);
             return std::isnan(q) ? 0xfff8000000000000 : bits(q);
           },
           64});
  }
}

}  // namespace
}  // namespace tilewright::test
