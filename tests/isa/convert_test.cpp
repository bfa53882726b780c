// VALU conversions.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "emu/wmma/fp8.hpp"
#include "reference.hpp"
#include "sweep.hpp"

namespace tilewright::test {
namespace {

using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;
namespace ref = reference;
namespace wmma = emu::wmma;

u32 w(u64 v) { return static_cast<u32>(v); }
float f(u64 v) { return as_float(w(v)); }

/// Truncates into [low, high]; a NaN is 0.
u64 to_integer(double value, double low, double high) {
  if (std::isnan(value)) return 0;
  return static_cast<u64>(static_cast<int64_t>(std::trunc(std::fmin(std::fmax(value, low), high))));
}
u64 to_u32(double v) { return to_integer(v, 0, 4294967295.0); }
u64 to_i32(double v) { return to_integer(v, -2147483648.0, 2147483647.0); }

TEST(Convert, BetweenIntegersAndFloats) {
  for (const auto arch : {kGfx11, kGfx12}) {
    const std::string a(arch);
    const std::vector<Draw> integer(1, Draw::i32);
    const std::vector<Draw> single(1, Draw::f32);
    const std::vector<Draw> wide(1, Draw::f64);
    check({a, "v_cvt_f32_u32 v0, v2", integer,
           [](const Sources& s) { return bits(static_cast<float>(static_cast<double>(s.a))); }});
    check({a, "v_cvt_f32_i32 v0, v2", integer, [](const Sources& s) {
             return bits(static_cast<float>(static_cast<double>(static_cast<i32>(s.a))));
           }});
    check({a, "v_cvt_u32_f32 v0, v2", single,
           [](const Sources& s) { return to_u32(static_cast<double>(f(s.a))); }});
    check({a, "v_cvt_i32_f32 v0, v2", single,
           [](const Sources& s) { return to_i32(static_cast<double>(f(s.a))); }});
    check({a, "v_cvt_nearest_i32_f32 v0, v2", single,
           [](const Sources& s) { return to_i32(std::floor(static_cast<double>(f(s.a)) + 0.5)); }});
    check({a, "v_cvt_floor_i32_f32 v0, v2", single,
           [](const Sources& s) { return to_i32(std::floor(static_cast<double>(f(s.a)))); }});
    check({a, "v_cvt_f32_ubyte0 v0, v2", integer,
           [](const Sources& s) { return bits(static_cast<float>(s.a & 255)); }});
    check({a, "v_cvt_f32_ubyte3 v0, v2", integer,
           [](const Sources& s) { return bits(static_cast<float>(s.a >> 24 & 255)); }});
    check({a, "v_cvt_off_f32_i4 v0, v2", integer, [](const Sources& s) {
             const int value = static_cast<int>(s.a & 15);
             return bits(static_cast<float>(value >= 8 ? value - 16 : value) / 16);
           }});
    check({a, "v_cvt_f64_i32 v[0:1], v2", integer,
           [](const Sources& s) { return bits(static_cast<double>(static_cast<i32>(s.a))); }, 64});
    check({a, "v_cvt_f64_u32 v[0:1], v2", integer,
           [](const Sources& s) { return bits(static_cast<double>(s.a)); }, 64});
    check({a, "v_cvt_u32_f64 v0, v[2:3]", wide,
           [](const Sources& s) { return to_u32(as_double(s.a)); }});
    check({a, "v_cvt_i32_f64 v0, v[2:3]", wide,
           [](const Sources& s) { return to_i32(as_double(s.a)); }});
    check({a, "v_cvt_f64_f32 v[0:1], v2", single,
           [](const Sources& s) {
             if (!std::isnan(f(s.a))) return bits(static_cast<double>(f(s.a)));
             return (s.a >> 31) << 63 | 0x7ff8000000000000 | (s.a & 0x7fffff) << 29;
           },
           64});
    check({a, "v_cvt_f32_f64 v0, v[2:3]", wide, [](const Sources& s) -> u64 {
             const double x = as_double(s.a);
             if (!std::isnan(x)) return bits(static_cast<float>(x));
             return (s.a >> 63) << 31 | 0x7fc00000 | (s.a >> 29 & 0x7fffff);
           }});
  }
}

TEST(Convert, Halves) {
  for (const auto arch : {kGfx11, kGfx12}) {
    const std::string a(arch);
    for (const bool saturate : {false, true}) {
      const u32 mode = (arch == kGfx11 ? 0x3f0 : 0xf0) | (saturate ? 1u << 23 : 0);
      check({a,
             "v_cvt_f16_f32 v0, v2",
             {Draw::f32},
             [=](const Sources& s) -> u64 {
               if (std::isnan(f(s.a))) return (s.a >> 16 & 0x8000) | 0x7e00 | (s.a >> 13 & 0x3ff);
               return ref::half_from_double(static_cast<double>(f(s.a)), saturate);
             },
             16,
             mode});
    }
    check({a, "v_cvt_f32_f16 v0, v2", {Draw::f16}, [](const Sources& s) -> u64 {
             if (ref::half_is_nan(w(s.a))) {
               return (s.a & 0x8000) << 16 | 0x7fc00000 | (s.a & 0x3ff) << 13;
             }
             return bits(static_cast<float>(ref::half_value(w(s.a))));
           }});
    check({a,
           "v_cvt_f16_u16 v0, v2",
           {Draw::i16},
           [](const Sources& s) { return ref::half_from_double(static_cast<double>(s.a), false); },
           16});
    check({a,
           "v_cvt_f16_i16 v0, v2",
           {Draw::i16},
           [](const Sources& s) { return ref::half_from_double(static_cast<int16_t>(s.a), false); },
           16});
    check({a,
           "v_cvt_u16_f16 v0, v2",
           {Draw::f16},
           [](const Sources& s) { return to_integer(ref::half_value(w(s.a)), 0, 65535); },
           16});
    check({a,
           "v_cvt_i16_f16 v0, v2",
           {Draw::f16},
           [](const Sources& s) { return to_integer(ref::half_value(w(s.a)), -32768, 32767); },
           16});
  }
}

/// Towards zero: the largest half whose magnitude is not above.
u32 toward_zero(u32 word) {
  const double x = static_cast<double>(as_float(word));
  const u32 sign = word >> 16 & 0x8000;
  if (std::isnan(x)) return sign | 0x7e00 | (word >> 13 & 0x3ff);
  if (std::isinf(x)) return sign | 0x7c00;
  u32 best = 0;
  for (u32 step = 0x4000; step != 0; step >>= 1) {
    const u32 next = best | step;
    if (next < 0x7c00 && ref::half_value(next) <= std::fabs(x)) best = next;
  }
  return sign | best;
}

TEST(Convert, Packs) {
  for (const auto arch : {kGfx11, kGfx12}) {
    const std::string a(arch);
    const std::vector<Draw> two(2, Draw::f32);
    check({a, "v_cvt_pk_rtz_f16_f32 v0, v2, v4", two,
           [](const Sources& s) { return toward_zero(w(s.a)) | u64{toward_zero(w(s.b))} << 16; }});
    check({a, "v_cvt_pk_i16_f32 v0, v2, v4", two, [](const Sources& s) {
             const auto half = [](u64 v) {
               return to_integer(static_cast<double>(f(v)), -32768, 32767) & 0xffff;
             };
             return half(s.a) | half(s.b) << 16;
           }});
    check({a, "v_cvt_pk_u16_u32 v0, v2, v4", {Draw::i32, Draw::i32}, [](const Sources& s) {
             return std::min<u64>(s.a, 0xffff) | std::min<u64>(s.b, 0xffff) << 16;
           }});
  }
}

TEST(Convert, Fp8) {
  const std::string a(kGfx12);
  const std::vector<Draw> word(1, Draw::i32);
  for (unsigned byte = 0; byte < 4; ++byte) {
    const std::string select = byte == 0 ? "" : " byte_sel:" + std::to_string(byte);
    check({a, "v_cvt_f32_fp8_e64 v0, v2" + select, word,
           [=](const Sources& s) { return wmma::f32_from_fp8(w(s.a) >> 8 * byte & 255); }});
    check({a, "v_cvt_f32_bf8_e64 v0, v2" + select, word,
           [=](const Sources& s) { return wmma::f32_from_bf8(w(s.a) >> 8 * byte & 255); }});
    check(
        {a, "v_cvt_sr_fp8_f32 v0, -v2, v4" + select, {Draw::f32, Draw::i32}, [=](const Sources& s) {
           const u32 code = wmma::fp8_from_f32_stochastic(w(s.a) ^ 0x80000000, w(s.b), false);
           return (w(s.old) & ~(0xffu << 8 * byte)) | code << 8 * byte;
         }});
  }
  check({a, "v_cvt_f32_fp8_e32 v0, v2", word,
         [](const Sources& s) { return wmma::f32_from_fp8(w(s.a) & 255); }});
  check({a, "v_cvt_pk_f32_fp8 v[0:1], v2", word,
         [](const Sources& s) {
           return wmma::f32_from_fp8(w(s.a) & 255) | u64{wmma::f32_from_fp8(w(s.a) >> 8 & 255)}
                                                         << 32;
         },
         64});
  check({a, "v_cvt_pk_f32_bf8_e64 v[0:1], v2 op_sel:[1,0]", word,
         [](const Sources& s) {
           return wmma::f32_from_bf8(w(s.a) >> 16 & 255) | u64{wmma::f32_from_bf8(w(s.a) >> 24)}
                                                               << 32;
         },
         64});
  check({a,
         "v_cvt_pk_fp8_f32 v0, v2, -v4",
         {Draw::f32, Draw::f32},
         [](const Sources& s) {
           return wmma::fp8_from_f32(w(s.a), false) | wmma::fp8_from_f32(w(s.b) ^ 0x80000000, false)
                                                          << 8;
         },
         16});
  Machine m(kGfx12);
  m.fill(0, 0x11112222);
  m.fill(1, bits(1.0F));
  m.fill(2, bits(-2.0F));
  m.run("v_cvt_pk_bf8_f32 v0, v1, v2 op_sel:[0,0,1]");
  EXPECT_EQ(m.v(0)[9], 0xc03c2222);
}

}  // namespace
}  // namespace tilewright::test
