// VALU instructions on integers and bits.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "sweep.hpp"

namespace tilewright::test {
namespace {

using u32 = uint32_t;
using i32 = int32_t;
using i64 = int64_t;
using u64 = uint64_t;

struct Case {
  const char* name;
  unsigned sources;
  std::function<u64(const Sources&)> expected;
};

i64 s32(u64 v) { return static_cast<i32>(v); }
i64 s16(u64 v) { return static_cast<int16_t>(v); }
i64 s24(u64 v) { return static_cast<i32>(static_cast<u32>(v) << 8) >> 8; }
u64 u24(u64 v) { return v & 0xffffff; }

void run_cases(const std::vector<Case>& cases, Draw draw, unsigned result_bits,
               std::initializer_list<std::string_view> archs = {kGfx11, kGfx12}) {
  for (const std::string_view arch : archs) {
    for (const Case& c : cases) {
      std::string text = std::string(c.name) + " v0, v2";
      if (c.sources > 1) text += ", v4";
      if (c.sources > 2) text += ", v6";
      Sweep sweep{std::string(arch), text, std::vector<Draw>(c.sources, draw), c.expected,
                  result_bits};
      check(sweep);
    }
  }
}

TEST(Integer, AddsAndMultiplies) {
  run_cases(
      {{"v_add_nc_u32", 2, [](const Sources& s) { return s.a + s.b; }},
       {"v_sub_nc_u32", 2, [](const Sources& s) { return s.a - s.b; }},
       {"v_subrev_nc_u32", 2, [](const Sources& s) { return s.b - s.a; }},
       {"v_add_nc_i32", 2, [](const Sources& s) { return s.a + s.b; }},
       {"v_sub_nc_i32", 2, [](const Sources& s) { return s.a - s.b; }},
       {"v_add3_u32", 3, [](const Sources& s) { return s.a + s.b + s.c; }},
       {"v_mul_lo_u32", 2, [](const Sources& s) { return s.a * s.b; }},
       {"v_mul_hi_u32", 2, [](const Sources& s) { return s.a * s.b >> 32; }},
       {"v_mul_hi_i32", 2,
        [](const Sources& s) { return static_cast<u64>(s32(s.a) * s32(s.b)) >> 32; }},
       {"v_mul_u32_u24", 2, [](const Sources& s) { return u24(s.a) * u24(s.b); }},
       {"v_mul_hi_u32_u24", 2, [](const Sources& s) { return u24(s.a) * u24(s.b) >> 32; }},
       {"v_mul_i32_i24", 2, [](const Sources& s) { return static_cast<u64>(s24(s.a) * s24(s.b)); }},
       {"v_mul_hi_i32_i24", 2,
        [](const Sources& s) { return static_cast<u64>(s24(s.a) * s24(s.b)) >> 32; }},
       {"v_mad_u32_u24", 3, [](const Sources& s) { return u24(s.a) * u24(s.b) + s.c; }},
       {"v_mad_i32_i24", 3,
        [](const Sources& s) { return static_cast<u64>(s24(s.a) * s24(s.b)) + s.c; }}},
      Draw::i32, 32);
}

TEST(Integer, Clamps) {
  const auto clamp_u = [](i64 v) { return static_cast<u64>(std::clamp<i64>(v, 0, UINT32_MAX)); };
  const auto clamp_i = [](i64 v) {
    return static_cast<u64>(std::clamp<i64>(v, INT32_MIN, INT32_MAX));
  };
  for (const auto arch : {kGfx11, kGfx12}) {
    const std::string a(arch);
    const std::vector<Draw> two(2, Draw::i32);
    check({a, "v_add_nc_u32 v0, v2, v4 clamp", two,
           [&](const Sources& s) { return clamp_u(static_cast<i64>(s.a + s.b)); }});
    check({a, "v_sub_nc_u32 v0, v2, v4 clamp", two, [&](const Sources& s) {
             return clamp_u(static_cast<i64>(s.a) - static_cast<i64>(s.b));
           }});
    check({a, "v_add_nc_i32 v0, v2, v4 clamp", two,
           [&](const Sources& s) { return clamp_i(s32(s.a) + s32(s.b)); }});
    check({a, "v_sub_nc_i32 v0, v2, v4 clamp", two,
           [&](const Sources& s) { return clamp_i(s32(s.a) - s32(s.b)); }});
    check({a, "v_mad_u32_u24 v0, v2, v4, v6 clamp", std::vector<Draw>(3, Draw::i32),
           [&](const Sources& s) { return clamp_u(static_cast<i64>(u24(s.a) * u24(s.b) + s.c)); }});
    check({a, "v_add_nc_i16 v0, v2, v4 clamp", std::vector<Draw>(2, Draw::i16),
           [&](const Sources& s) {
             return static_cast<u64>(std::clamp<i64>(s16(s.a) + s16(s.b), -32768, 32767));
           },
           16});
    check({a, "v_sub_nc_u16 v0, v2, v4 clamp", std::vector<Draw>(2, Draw::i16),
           [&](const Sources& s) { return s.a < s.b ? 0 : s.a - s.b; }, 16});
  }
}

TEST(Integer, MinimaAndMaxima) {
  run_cases(
      {{"v_min_u32", 2, [](const Sources& s) { return std::min(s.a, s.b); }},
       {"v_max_u32", 2, [](const Sources& s) { return std::max(s.a, s.b); }},
       {"v_min_i32", 2,
        [](const Sources& s) { return static_cast<u64>(std::min(s32(s.a), s32(s.b))); }},
       {"v_max_i32", 2,
        [](const Sources& s) { return static_cast<u64>(std::max(s32(s.a), s32(s.b))); }},
       {"v_min3_u32", 3, [](const Sources& s) { return std::min({s.a, s.b, s.c}); }},
       {"v_max3_i32", 3,
        [](const Sources& s) {
          return static_cast<u64>(std::max({s32(s.a), s32(s.b), s32(s.c)}));
        }},
       {"v_med3_u32", 3,
        [](const Sources& s) {
          std::array<u64, 3> v = {s.a, s.b, s.c};
          std::sort(v.begin(), v.end());
          return v[1];
        }},
       {"v_med3_i32", 3,
        [](const Sources& s) {
          std::array<i64, 3> v = {s32(s.a), s32(s.b), s32(s.c)};
          std::sort(v.begin(), v.end());
          return static_cast<u64>(v[1]);
        }},
       {"v_maxmin_u32", 3, [](const Sources& s) { return std::min(std::max(s.a, s.b), s.c); }},
       {"v_minmax_i32", 3,
        [](const Sources& s) {
          return static_cast<u64>(std::max(std::min(s32(s.a), s32(s.b)), s32(s.c)));
        }}},
      Draw::i32, 32);
  run_cases({{"v_min_u16", 2, [](const Sources& s) { return std::min(s.a, s.b); }},
             {"v_max_i16", 2,
              [](const Sources& s) { return static_cast<u64>(std::max(s16(s.a), s16(s.b))); }},
             {"v_med3_i16", 3,
              [](const Sources& s) {
                std::array<i64, 3> v = {s16(s.a), s16(s.b), s16(s.c)};
                std::sort(v.begin(), v.end());
                return static_cast<u64>(v[1]);
              }}},
            Draw::i16, 16);
}

TEST(Integer, Bits) {
  const auto mask = [](u64 width) { return (u64{1} << (width & 31)) - 1; };
  run_cases(
      {{"v_and_b32", 2, [](const Sources& s) { return s.a & s.b; }},
       {"v_or_b32", 2, [](const Sources& s) { return s.a | s.b; }},
       {"v_xor_b32", 2, [](const Sources& s) { return s.a ^ s.b; }},
       {"v_xnor_b32", 2, [](const Sources& s) { return ~(s.a ^ s.b); }},
       {"v_not_b32", 1, [](const Sources& s) { return ~s.a; }},
       {"v_mov_b32", 1, [](const Sources& s) { return s.a; }},
       {"v_or3_b32", 3, [](const Sources& s) { return s.a | s.b | s.c; }},
       {"v_xor3_b32", 3, [](const Sources& s) { return s.a ^ s.b ^ s.c; }},
       {"v_and_or_b32", 3, [](const Sources& s) { return (s.a & s.b) | s.c; }},
       {"v_xad_u32", 3, [](const Sources& s) { return (s.a ^ s.b) + s.c; }},
       {"v_lshlrev_b32", 2, [](const Sources& s) { return s.b << (s.a & 31); }},
       {"v_lshrrev_b32", 2, [](const Sources& s) { return s.b >> (s.a & 31); }},
       {"v_ashrrev_i32", 2,
        [](const Sources& s) { return static_cast<u64>(s32(s.b) >> (s.a & 31)); }},
       {"v_lshl_add_u32", 3, [](const Sources& s) { return (s.a << (s.b & 31)) + s.c; }},
       {"v_add_lshl_u32", 3,
        [](const Sources& s) {
          return static_cast<u64>(static_cast<u32>(s.a + s.b)) << (s.c & 31);
        }},
       {"v_lshl_or_b32", 3, [](const Sources& s) { return s.a << (s.b & 31) | s.c; }},
       {"v_bfe_u32", 3, [&](const Sources& s) { return s.a >> (s.b & 31) & mask(s.c); }},
       {"v_bfe_i32", 3,
        [&](const Sources& s) {
          const u64 width = s.c & 31;
          const u64 field = static_cast<u64>(s32(s.a) >> (s.b & 31)) & mask(width);
          if (width == 0) return u64{0};
          return field >> (width - 1) != 0 ? field | ~mask(width) : field;
        }},
       {"v_bfi_b32", 3, [](const Sources& s) { return (s.a & s.b) | (~s.a & s.c); }},
       {"v_bfm_b32", 2, [&](const Sources& s) { return mask(s.a) << (s.b & 31); }},
       {"v_alignbit_b32", 3, [](const Sources& s) { return (s.a << 32 | s.b) >> (s.c & 31); }},
       {"v_alignbyte_b32", 3, [](const Sources& s) { return (s.a << 32 | s.b) >> 8 * (s.c & 3); }},
       {"v_bcnt_u32_b32", 2,
        [](const Sources& s) { return static_cast<u64>(std::popcount(s.a)) + s.b; }},
       {"v_clz_i32_u32", 1,
        [](const Sources& s) {
          return s.a == 0 ? ~u64{0} : static_cast<u64>(std::countl_zero(static_cast<u32>(s.a)));
        }},
       {"v_ctz_i32_b32", 1,
        [](const Sources& s) {
          return s.a == 0 ? ~u64{0} : static_cast<u64>(std::countr_zero(s.a));
        }},
       {"v_cls_i32", 1,
        [](const Sources& s) {
          for (unsigned i = 1; i < 32; ++i) {
            if ((s.a >> (31 - i) & 1) != (s.a >> 31 & 1)) return u64{i};
          }
          return ~u64{0};
        }},
       {"v_bfrev_b32", 1,
        [](const Sources& s) {
          u64 r = 0;
          for (unsigned i = 0; i < 32; ++i) r |= (s.a >> i & 1) << (31 - i);
          return r;
        }},
       {"v_perm_b32", 3,
        [](const Sources& s) {
          u64 r = 0;
          for (unsigned i = 0; i < 4; ++i) {
            const u64 select = s.c >> 8 * i & 0xff;
            const u64 data = s.a << 32 | s.b;
            u64 byte = 0xff;
            if (select < 8)
              byte = data >> 8 * select & 0xff;
            else if (select < 12)
              byte = (data >> (16 * (select - 8) + 15) & 1) * 0xff;
            else if (select == 12)
              byte = 0;
            r |= byte << 8 * i;
          }
          return r;
        }},
       {"v_sad_u8", 3,
        [](const Sources& s) {
          u64 r = s.c;
          for (unsigned i = 0; i < 32; i += 8) {
            r += static_cast<u64>(
                std::abs(static_cast<i64>(s.a >> i & 255) - static_cast<i64>(s.b >> i & 255)));
          }
          return r;
        }},
       {"v_mbcnt_lo_u32_b32", 2,
        [](const Sources& s) {
          return static_cast<u64>(std::popcount(s.a & ((u64{1} << s.lane) - 1))) + s.b;
        }},
       {"v_mbcnt_hi_u32_b32", 2, [](const Sources& s) { return s.b; }}},
      Draw::i32, 32);
}

TEST(Integer, SixteenBits) {
  run_cases({{"v_add_nc_u16", 2, [](const Sources& s) { return s.a + s.b; }},
             {"v_sub_nc_u16", 2, [](const Sources& s) { return s.a - s.b; }},
             {"v_add_nc_i16", 2, [](const Sources& s) { return s.a + s.b; }},
             {"v_mul_lo_u16", 2, [](const Sources& s) { return s.a * s.b; }},
             {"v_mad_u16", 3, [](const Sources& s) { return s.a * s.b + s.c; }},
             {"v_mad_i16", 3, [](const Sources& s) { return s.a * s.b + s.c; }},
             {"v_lshlrev_b16", 2, [](const Sources& s) { return s.b << (s.a & 15); }},
             {"v_lshrrev_b16", 2, [](const Sources& s) { return s.b >> (s.a & 15); }},
             {"v_ashrrev_i16", 2,
              [](const Sources& s) { return static_cast<u64>(s16(s.b) >> (s.a & 15)); }},
             {"v_and_b16", 2, [](const Sources& s) { return s.a & s.b; }},
             {"v_or_b16", 2, [](const Sources& s) { return s.a | s.b; }},
             {"v_xor_b16", 2, [](const Sources& s) { return s.a ^ s.b; }}},
            Draw::i16, 16);
  run_cases({{"v_pack_b32_f16", 2, [](const Sources& s) { return s.a | s.b << 16; }},
             {"v_cvt_i32_i16", 1, [](const Sources& s) { return static_cast<u64>(s16(s.a)); }},
             {"v_cvt_u32_u16", 1, [](const Sources& s) { return s.a; }}},
            Draw::i16, 32);
  for (const auto arch : {kGfx11, kGfx12}) {
    check({std::string(arch), "v_mov_b16_e64 v0.l, v2.l", {Draw::i32}, [](const Sources& s) {
             return (s.old & 0xffff0000) | (s.a & 0xffff);
           }});
    check({std::string(arch), "v_mov_b16_e64 v0.h, v2.l", {Draw::i32}, [](const Sources& s) {
             return (s.old & 0xffff) | (s.a & 0xffff) << 16;
           }});
    check({std::string(arch), "v_mov_b16_e32 v0.h, v2.h", {Draw::i32}, [](const Sources& s) {
             return (s.old & 0xffff) | (s.a & 0xffff0000);
           }});
    check({std::string(arch),
           "v_mad_u32_u16 v0, v2, v4, v6",
           {Draw::i16, Draw::i16, Draw::i32},
           [](const Sources& s) { return s.a * s.b + s.c; }});
    check({std::string(arch),
           "v_mad_i32_i16 v0, v2, v4, v6",
           {Draw::i16, Draw::i16, Draw::i32},
           [](const Sources& s) { return static_cast<u64>(s16(s.a) * s16(s.b)) + s.c; }});
  }
}

/// Both halves of a packed operation.
u64 both(const Sources& s, const std::function<u64(u64, u64)>& f) {
  const auto half = [&](unsigned shift) { return f(s.a >> shift & 0xffff, s.b >> shift & 0xffff); };
  return (half(0) & 0xffff) | (half(16) & 0xffff) << 16;
}

TEST(Integer, Packed) {
  run_cases({{"v_pk_add_u16", 2,
              [](const Sources& s) { return both(s, [](u64 a, u64 b) { return a + b; }); }},
             {"v_pk_sub_i16", 2,
              [](const Sources& s) { return both(s, [](u64 a, u64 b) { return a - b; }); }},
             {"v_pk_mul_lo_u16", 2,
              [](const Sources& s) { return both(s, [](u64 a, u64 b) { return a * b; }); }},
             {"v_pk_max_i16", 2,
              [](const Sources& s) {
                return both(
                    s, [](u64 a, u64 b) { return static_cast<u64>(std::max(s16(a), s16(b))); });
              }},
             {"v_pk_lshlrev_b16", 2,
              [](const Sources& s) { return both(s, [](u64 a, u64 b) { return b << (a & 15); }); }},
             {"v_pk_lshrrev_b16", 2,
              [](const Sources& s) { return both(s, [](u64 a, u64 b) { return b >> (a & 15); }); }},
             {"v_pk_ashrrev_i16", 2,
              [](const Sources& s) {
                return both(s, [](u64 a, u64 b) { return static_cast<u64>(s16(b) >> (a & 15)); });
              }}},
            Draw::i32, 32);
}

TEST(Integer, CarriesAndSelects) {
  const std::vector<Draw> two(2, Draw::i32);
  for (const auto arch : {kGfx11, kGfx12}) {
    const std::string a(arch);
    check({a, "v_add_co_u32 v0, vcc_lo, v2, v4", two, [](const Sources& s) { return s.a + s.b; }});
    check_mask(a, "v_add_co_u32 v0, vcc_lo, v2, v4", two,
               [](const Sources& s) { return s.a + s.b > UINT32_MAX; });
    check_mask(a, "v_sub_co_u32 v0, vcc_lo, v2, v4", two,
               [](const Sources& s) { return s.b > s.a; });
    check_mask(a, "v_subrev_co_u32 v0, vcc_lo, v2, v4", two,
               [](const Sources& s) { return s.a > s.b; });
    check({a, "v_add_co_ci_u32 v0, vcc_lo, v2, v4, vcc_lo", two,
           [](const Sources& s) { return s.a + s.b + (s.mask ? 1 : 0); }});
    check_mask(a, "v_add_co_ci_u32 v0, vcc_lo, v2, v4, vcc_lo", two,
               [](const Sources& s) { return s.a + s.b + (s.mask ? 1 : 0) > UINT32_MAX; });
    check({a, "v_sub_co_ci_u32 v0, vcc_lo, v2, v4, vcc_lo", two,
           [](const Sources& s) { return s.a - s.b - (s.mask ? 1 : 0); }});
    check_mask(a, "v_sub_co_ci_u32 v0, vcc_lo, v2, v4, vcc_lo", two,
               [](const Sources& s) { return s.b + (s.mask ? 1 : 0) > s.a; });
    check_mask(a, "v_subrev_co_ci_u32 v0, vcc_lo, v2, v4, vcc_lo", two,
               [](const Sources& s) { return s.a + (s.mask ? 1 : 0) > s.b; });
    check({a, "v_cndmask_b32 v0, v2, v4, vcc_lo", two,
           [](const Sources& s) { return s.mask ? s.b : s.a; }});
    check({a, "v_cndmask_b32_e64 v0, v2, v4, vcc_lo", two,
           [](const Sources& s) { return s.mask ? s.b : s.a; }});

    const bool gfx11 = arch == kGfx11;
    const std::string unsigned_name = gfx11 ? "v_mad_u64_u32" : "v_mad_co_u64_u32";
    const std::string signed_name = gfx11 ? "v_mad_i64_i32" : "v_mad_co_i64_i32";
    const std::vector<Draw> wide = {Draw::i32, Draw::i32, Draw::i64};
    check({a, unsigned_name + " v[0:1], vcc_lo, v2, v4, v[6:7]", wide,
           [](const Sources& s) { return s.a * s.b + s.c; }, 64});
    check({a, signed_name + " v[0:1], vcc_lo, v2, v4, v[6:7]", wide,
           [](const Sources& s) { return static_cast<u64>(s32(s.a) * s32(s.b)) + s.c; }, 64});
  }
}

TEST(Integer, SixtyFourBitShifts) {
  const std::vector<Draw> draws = {Draw::shift, Draw::i64};
  for (const auto arch : {kGfx11, kGfx12}) {
    const std::string a(arch);
    check({a, "v_lshlrev_b64 v[0:1], v2, v[4:5]", draws,
           [](const Sources& s) { return s.b << (s.a & 63); }, 64});
    check({a, "v_lshrrev_b64 v[0:1], v2, v[4:5]", draws,
           [](const Sources& s) { return s.b >> (s.a & 63); }, 64});
    check({a, "v_ashrrev_i64 v[0:1], v2, v[4:5]", draws,
           [](const Sources& s) { return static_cast<u64>(static_cast<i64>(s.b) >> (s.a & 63)); },
           64});
  }
}

TEST(Integer, Compares) {
  struct Relation {
    const char* name;
    std::function<bool(i64, i64)> signed_compare;
    std::function<bool(u64, u64)> unsigned_compare;
  };
  const std::vector<Relation> relations = {{"lt", std::less<>(), std::less<>()},
                                           {"eq", std::equal_to<>(), std::equal_to<>()},
                                           {"le", std::less_equal<>(), std::less_equal<>()},
                                           {"gt", std::greater<>(), std::greater<>()},
                                           {"ne", std::not_equal_to<>(), std::not_equal_to<>()},
                                           {"ge", std::greater_equal<>(), std::greater_equal<>()}};
  for (const auto arch : {kGfx11, kGfx12}) {
    const std::string a(arch);
    for (const Relation& r : relations) {
      for (const std::string prefix : {"v_cmp_", "v_cmpx_"}) {
        const std::string dst = prefix == "v_cmp_" ? " vcc_lo," : "";
        const auto text = [&](const char* type, const char* operands) {
          return prefix + r.name + "_" + type + dst + operands;
        };
        check_mask(a, text("u32", " v2, v4"), {Draw::i32, Draw::i32},
                   [&](const Sources& s) { return r.unsigned_compare(s.a, s.b); });
        check_mask(a, text("i32", " v2, v4"), {Draw::i32, Draw::i32},
                   [&](const Sources& s) { return r.signed_compare(s32(s.a), s32(s.b)); });
        check_mask(a, text("u16", " v2, v4"), {Draw::i16, Draw::i16},
                   [&](const Sources& s) { return r.unsigned_compare(s.a, s.b); });
        check_mask(a, text("i16", " v2, v4"), {Draw::i16, Draw::i16},
                   [&](const Sources& s) { return r.signed_compare(s16(s.a), s16(s.b)); });
        check_mask(a, text("u64", " v[2:3], v[4:5]"), {Draw::i64, Draw::i64},
                   [&](const Sources& s) { return r.unsigned_compare(s.a, s.b); });
        check_mask(a, text("i64", " v[2:3], v[4:5]"), {Draw::i64, Draw::i64},
                   [&](const Sources& s) {
                     return r.signed_compare(static_cast<i64>(s.a), static_cast<i64>(s.b));
                   });
      }
    }
  }
}

}  // namespace
}  // namespace tilewright::test
