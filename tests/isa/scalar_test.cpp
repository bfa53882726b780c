// Scalar ALU instructions.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <random>

#include "emu/exec/fault.hpp"
#include "machine.hpp"
#include "reference.hpp"

namespace tilewright::test {
namespace {

using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;
using i64 = int64_t;

struct Inputs {
  u64 a = 0, b = 0, old = 0;
  bool scc = false;
};
/// A missing SCC means that it stays.
struct Output {
  u64 value = 0;
  std::optional<bool> scc{};
};

/// Sources are s[4:5] and s[6:7], the destination s[8:9].
void check(std::string_view arch, const std::string& text, bool wide_a, bool wide_b, bool wide_dst,
           const std::function<Output(const Inputs&)>& expected) {
  const u64 values[] = {0,          1,          2,          31,         32,
                        33,         63,         0x7fff,     0x8000,     0xffff,
                        0x10000,    0x7fffffff, 0x80000000, 0xffffffff, 0x100000000,
                        0x0010000f, 0x00200004, 0x00400008, ~u64{0},    0x8000000000000000};
  std::mt19937_64 random(7);
  for (unsigned i = 0; i < 150; ++i) {
    Inputs in;
    in.a = random() % 2 == 0 ? values[random() % std::size(values)] : random();
    in.b = random() % 2 == 0 ? values[random() % std::size(values)] : random();
    in.old = random();
    in.scc = random() % 2 == 0;
    if (!wide_a) in.a &= 0xffffffff;
    if (!wide_b) in.b &= 0xffffffff;
    Machine m(arch);
    m.set_scalar64(4, in.a);
    m.set_scalar64(6, in.b);
    m.set_scalar64(8, in.old);
    m.scc() = in.scc;
    ASSERT_NO_THROW(m.run(text)) << text;
    const Output want = expected(in);
    const u64 mask = wide_dst ? ~u64{0} : 0xffffffff;
    ASSERT_EQ(m.scalar64(8) & mask, want.value & mask)
        << text << std::hex << ": " << in.a << ", " << in.b << ", old " << in.old;
    ASSERT_EQ(m.scc(), want.scc.value_or(in.scc))
        << text << std::hex << ": " << in.a << ", " << in.b;
  }
}

Output flagged(u64 value, bool wide = false) {
  return {value, wide ? value != 0 : static_cast<u32>(value) != 0};
}
i64 s32(u64 v) { return static_cast<i32>(v); }
bool overflows(i64 v) { return v != static_cast<i32>(v); }

TEST(Scalar, Arithmetic) {
  const auto both = [](const char* gfx11, const char* gfx12, const char* operands,
                       const std::function<Output(const Inputs&)>& expected) {
    check(kGfx11, std::string(gfx11) + operands, false, false, false, expected);
    check(kGfx12, std::string(gfx12) + operands, false, false, false, expected);
  };
  const char* const two = " s8, s4, s6";
  both("s_add_u32", "s_add_co_u32", two,
       [](const Inputs& i) { return Output{i.a + i.b, i.a + i.b > UINT32_MAX}; });
  both("s_sub_u32", "s_sub_co_u32", two,
       [](const Inputs& i) { return Output{i.a - i.b, i.b > i.a}; });
  both("s_add_i32", "s_add_co_i32", two,
       [](const Inputs& i) { return Output{i.a + i.b, overflows(s32(i.a) + s32(i.b))}; });
  both("s_sub_i32", "s_sub_co_i32", two,
       [](const Inputs& i) { return Output{i.a - i.b, overflows(s32(i.a) - s32(i.b))}; });
  both("s_addc_u32", "s_add_co_ci_u32", two, [](const Inputs& i) {
    const u64 sum = i.a + i.b + (i.scc ? 1 : 0);
    return Output{sum, sum > UINT32_MAX};
  });
  both("s_subb_u32", "s_sub_co_ci_u32", two, [](const Inputs& i) {
    const u64 borrow = i.scc ? 1 : 0;
    return Output{i.a - i.b - borrow, i.b + borrow > i.a};
  });
  both("s_addk_i32", "s_addk_co_i32", " s8, 0x8001", [](const Inputs& i) {
    const i64 sum = s32(i.old) - 0x7fff;
    return Output{static_cast<u64>(sum), overflows(sum)};
  });
  both("s_mulk_i32", "s_mulk_i32", " s8, 0xfffd",
       [](const Inputs& i) { return Output{i.old * static_cast<u64>(-3), {}}; });
  both("s_absdiff_i32", "s_absdiff_i32", two, [](const Inputs& i) {
    const i32 difference = static_cast<i32>(static_cast<u32>(i.a - i.b));
    return flagged(difference < 0 ? 0 - static_cast<u64>(difference)
                                  : static_cast<u64>(difference));
  });
  both("s_abs_i32", "s_abs_i32", " s8, s4",
       [](const Inputs& i) { return flagged(s32(i.a) < 0 ? 0 - i.a : i.a); });
  both("s_mul_i32", "s_mul_i32", two, [](const Inputs& i) { return Output{i.a * i.b, {}}; });
  both("s_mul_hi_u32", "s_mul_hi_u32", two,
       [](const Inputs& i) { return Output{i.a * i.b >> 32, {}}; });
  both("s_mul_hi_i32", "s_mul_hi_i32", two,
       [](const Inputs& i) { return Output{static_cast<u64>(s32(i.a) * s32(i.b) >> 32), {}}; });
  both("s_min_i32", "s_min_i32", two, [](const Inputs& i) {
    return Output{s32(i.a) < s32(i.b) ? i.a : i.b, s32(i.a) < s32(i.b)};
  });
  both("s_max_u32", "s_max_u32", two,
       [](const Inputs& i) { return Output{std::max(i.a, i.b), i.a >= i.b}; });
  both("s_lshl2_add_u32", "s_lshl2_add_u32", two, [](const Inputs& i) {
    const u64 sum = (i.a << 2) + i.b;
    return Output{sum, sum > UINT32_MAX};
  });
  check(kGfx12, "s_add_nc_u64 s[8:9], s[4:5], s[6:7]", true, true, true,
        [](const Inputs& i) { return Output{i.a + i.b, {}}; });
  check(kGfx12, "s_sub_nc_u64 s[8:9], s[4:5], s[6:7]", true, true, true,
        [](const Inputs& i) { return Output{i.a - i.b, {}}; });
  check(kGfx12, "s_mul_u64 s[8:9], s[4:5], s[6:7]", true, true, true,
        [](const Inputs& i) { return Output{i.a * i.b, {}}; });
}

class ScalarBits : public testing::TestWithParam<std::string_view> {
 protected:
  void check32(const std::string& text, const std::function<Output(const Inputs&)>& expected) {
    check(GetParam(), text, false, false, false, expected);
  }
  void check64(const std::string& text, const std::function<Output(const Inputs&)>& expected) {
    check(GetParam(), text, true, true, true, expected);
  }
};
INSTANTIATE_TEST_SUITE_P(Targets, ScalarBits, testing::Values(kGfx11, kGfx12));

TEST_P(ScalarBits, Logic) {
  check32("s_and_b32 s8, s4, s6", [](const Inputs& i) { return flagged(i.a & i.b); });
  check64("s_or_b64 s[8:9], s[4:5], s[6:7]",
          [](const Inputs& i) { return flagged(i.a | i.b, true); });
  check32("s_xor_b32 s8, s4, s6", [](const Inputs& i) { return flagged(i.a ^ i.b); });
  check32("s_nand_b32 s8, s4, s6", [](const Inputs& i) { return flagged(~(i.a & i.b)); });
  check32("s_nor_b32 s8, s4, s6", [](const Inputs& i) { return flagged(~(i.a | i.b)); });
  check64("s_xnor_b64 s[8:9], s[4:5], s[6:7]",
          [](const Inputs& i) { return flagged(~(i.a ^ i.b), true); });
  check32("s_and_not1_b32 s8, s4, s6", [](const Inputs& i) { return flagged(i.a & ~i.b); });
  check32("s_or_not1_b32 s8, s4, s6", [](const Inputs& i) { return flagged(i.a | ~i.b); });
  check32("s_not_b32 s8, s4", [](const Inputs& i) { return flagged(~i.a); });
  check64("s_not_b64 s[8:9], s[4:5]", [](const Inputs& i) { return flagged(~i.a, true); });
}

TEST_P(ScalarBits, Shifts) {
  check32("s_lshl_b32 s8, s4, s6", [](const Inputs& i) { return flagged(i.a << (i.b & 31)); });
  check32("s_lshr_b32 s8, s4, s6", [](const Inputs& i) { return flagged(i.a >> (i.b & 31)); });
  check32("s_ashr_i32 s8, s4, s6",
          [](const Inputs& i) { return flagged(static_cast<u64>(s32(i.a) >> (i.b & 31))); });
  check64("s_lshl_b64 s[8:9], s[4:5], s6",
          [](const Inputs& i) { return flagged(i.a << (i.b & 63), true); });
  check64("s_lshr_b64 s[8:9], s[4:5], s6",
          [](const Inputs& i) { return flagged(i.a >> (i.b & 63), true); });
  check64("s_ashr_i64 s[8:9], s[4:5], s6", [](const Inputs& i) {
    return flagged(static_cast<u64>(static_cast<i64>(i.a) >> (i.b & 63)), true);
  });
}

u64 ones(u64 width) { return width >= 64 ? ~u64{0} : (u64{1} << width) - 1; }
u64 extended(u64 field, u64 width) {
  if (width == 0) return 0;
  if (width >= 64) return field;
  return (field >> (width - 1) & 1) != 0 ? field | ~ones(width) : field;
}

TEST_P(ScalarBits, Fields) {
  const auto width = [](const Inputs& i) { return i.b >> 16 & 0x7f; };
  check32("s_bfe_u32 s8, s4, s6",
          [&](const Inputs& i) { return flagged(i.a >> (i.b & 31) & ones(width(i))); });
  check32("s_bfe_i32 s8, s4, s6", [&](const Inputs& i) {
    const u64 field = static_cast<u64>(s32(i.a) >> (i.b & 31)) & ones(width(i));
    return flagged(extended(field, width(i)));
  });
  check64("s_bfe_u64 s[8:9], s[4:5], s6",
          [&](const Inputs& i) { return flagged(i.a >> (i.b & 63) & ones(width(i)), true); });
  check64("s_bfe_i64 s[8:9], s[4:5], s6", [&](const Inputs& i) {
    const u64 field = static_cast<u64>(static_cast<i64>(i.a) >> (i.b & 63)) & ones(width(i));
    return flagged(extended(field, width(i)), true);
  });
  check32("s_bfm_b32 s8, s4, s6",
          [](const Inputs& i) { return Output{ones(i.a & 31) << (i.b & 31), {}}; });
  check32("s_pack_ll_b32_b16 s8, s4, s6",
          [](const Inputs& i) { return Output{(i.a & 0xffff) | i.b << 16, {}}; });
  check32("s_pack_hl_b32_b16 s8, s4, s6",
          [](const Inputs& i) { return Output{i.a >> 16 | i.b << 16, {}}; });
  check32("s_pack_lh_b32_b16 s8, s4, s6",
          [](const Inputs& i) { return Output{(i.a & 0xffff) | (i.b & 0xffff0000), {}}; });
  check32("s_sext_i32_i8 s8, s4",
          [](const Inputs& i) { return Output{static_cast<u64>(static_cast<int8_t>(i.a)), {}}; });
  check32("s_sext_i32_i16 s8, s4",
          [](const Inputs& i) { return Output{static_cast<u64>(static_cast<int16_t>(i.a)), {}}; });
}

TEST_P(ScalarBits, Counts) {
  check32("s_bcnt1_i32_b32 s8, s4",
          [](const Inputs& i) { return flagged(static_cast<u64>(std::popcount(i.a))); });
  check(GetParam(), "s_bcnt1_i32_b64 s8, s[4:5]", true, true, false,
        [](const Inputs& i) { return flagged(static_cast<u64>(std::popcount(i.a))); });
  check32("s_ctz_i32_b32 s8, s4", [](const Inputs& i) {
    return Output{i.a == 0 ? ~u64{0} : static_cast<u64>(std::countr_zero(i.a)), {}};
  });
  check32("s_clz_i32_u32 s8, s4", [](const Inputs& i) {
    return Output{i.a == 0 ? ~u64{0} : static_cast<u64>(std::countl_zero(i.a) - 32), {}};
  });
  check32("s_brev_b32 s8, s4", [](const Inputs& i) {
    u64 r = 0;
    for (unsigned k = 0; k < 32; ++k) r |= (i.a >> k & 1) << (31 - k);
    return Output{r, {}};
  });
  check32("s_bitset1_b32 s8, s4",
          [](const Inputs& i) { return Output{i.old | u64{1} << (i.a & 31), {}}; });
  check32("s_bitset0_b32 s8, s4",
          [](const Inputs& i) { return Output{i.old & ~(u64{1} << (i.a & 31)), {}}; });
}

TEST_P(ScalarBits, Moves) {
  check32("s_mov_b32 s8, s4", [](const Inputs& i) { return Output{i.a, {}}; });
  check64("s_mov_b64 s[8:9], s[4:5]", [](const Inputs& i) { return Output{i.a, {}}; });
  check32("s_movk_i32 s8, 0x8000", [](const Inputs&) { return Output{0xffff8000, {}}; });
  check32("s_cmov_b32 s8, s4", [](const Inputs& i) { return Output{i.scc ? i.a : i.old, {}}; });
  check32("s_cselect_b32 s8, s4, s6",
          [](const Inputs& i) { return Output{i.scc ? i.a : i.b, {}}; });
  check64("s_cselect_b64 s[8:9], s[4:5], s[6:7]",
          [](const Inputs& i) { return Output{i.scc ? i.a : i.b, {}}; });
  check64("s_mov_b64 s[8:9], -3", [](const Inputs&) { return Output{static_cast<u64>(-3), {}}; });
  check64("s_mov_b64 s[8:9], 0x80000000", [](const Inputs&) { return Output{0x80000000, {}}; });
}

TEST_P(ScalarBits, Compares) {
  const auto compare = [&](const std::string& text, bool (*holds)(u64, u64)) {
    check(GetParam(), text, true, true, true,
          [=](const Inputs& i) { return Output{i.old, holds(i.a, i.b)}; });
  };
  const auto low = [](const std::string& name) { return name + " s4, s6"; };
  compare(low("s_cmp_eq_i32"), [](u64 a, u64 b) { return s32(a) == s32(b); });
  compare(low("s_cmp_lg_u32"), [](u64 a, u64 b) { return s32(a) != s32(b); });
  compare(low("s_cmp_gt_i32"), [](u64 a, u64 b) { return s32(a) > s32(b); });
  compare(low("s_cmp_ge_u32"),
          [](u64 a, u64 b) { return static_cast<u32>(a) >= static_cast<u32>(b); });
  compare(low("s_cmp_lt_i32"), [](u64 a, u64 b) { return s32(a) < s32(b); });
  compare(low("s_cmp_le_u32"),
          [](u64 a, u64 b) { return static_cast<u32>(a) <= static_cast<u32>(b); });
  compare("s_cmp_eq_u64 s[4:5], s[6:7]", [](u64 a, u64 b) { return a == b; });
  compare("s_cmp_lg_u64 s[4:5], s[6:7]", [](u64 a, u64 b) { return a != b; });
  compare(low("s_bitcmp1_b32"), [](u64 a, u64 b) { return (a >> (b & 31) & 1) != 0; });
  compare(low("s_bitcmp0_b32"), [](u64 a, u64 b) { return (a >> (b & 31) & 1) == 0; });
}

TEST(Scalar, ComparesWithSimm16) {
  const auto compare = [](const std::string& text, bool (*holds)(u64)) {
    check(kGfx11, text, false, false, true,
          [=](const Inputs& i) { return Output{i.old, holds(i.a)}; });
  };
  compare("s_cmpk_eq_u32 s4, 0x8000", [](u64 a) { return a == 0x8000; });
  compare("s_cmpk_gt_u32 s4, 0xffff", [](u64 a) { return a > 0xffff; });
  compare("s_cmpk_lt_i32 s4, 0x8000", [](u64 a) { return s32(a) < -0x8000; });
  compare("s_cmpk_lg_i32 s4, 0x7fff", [](u64 a) { return a != 0x7fff; });
}

TEST(Scalar, Floats) {
  const auto f = [](u64 v) { return as_float(static_cast<u32>(v)); };
  const auto w = [](u64 v) { return static_cast<u32>(v); };
  const auto low = [](const std::string& text, const std::function<Output(const Inputs&)>& e) {
    check(kGfx12, text, false, false, false, e);
  };
  low("s_add_f32 s8, s4, s6",
      [&](const Inputs& i) { return Output{reference::add(w(i.a), w(i.b)), {}}; });
  low("s_mul_f32 s8, s4, s6",
      [&](const Inputs& i) { return Output{reference::mul(w(i.a), w(i.b)), {}}; });
  low("s_fmac_f32 s8, s4, s6",
      [&](const Inputs& i) { return Output{reference::fma(w(i.a), w(i.b), w(i.old)), {}}; });
  low("s_fmamk_f32 s8, s4, 0x40490fdb, s6",
      [&](const Inputs& i) { return Output{reference::fma(w(i.a), 0x40490fdb, w(i.b)), {}}; });
  low("s_cvt_f32_u32 s8, s4", [&](const Inputs& i) {
    return Output{bits(static_cast<float>(static_cast<double>(i.a))), {}};
  });
  low("s_cvt_u32_f32 s8, s4", [&](const Inputs& i) {
    const double x = static_cast<double>(f(i.a));
    return Output{std::isnan(x) || x <= 0 ? 0
                  : x >= 4294967295.0     ? 0xffffffff
                                          : static_cast<u64>(x),
                  {}};
  });
  low("s_trunc_f32 s8, s4", [&](const Inputs& i) {
    return Output{std::isnan(f(i.a)) ? w(i.a) | 0x400000 : bits(std::trunc(f(i.a))), {}};
  });
  low("s_cmp_neq_f32 s4, s6", [&](const Inputs& i) { return Output{i.old, f(i.a) != f(i.b)}; });
  low("s_cmp_nlg_f32 s4, s6",
      [&](const Inputs& i) { return Output{i.old, !(f(i.a) < f(i.b) || f(i.a) > f(i.b))}; });
  low("s_cmp_ge_f32 s4, s6", [&](const Inputs& i) { return Output{i.old, f(i.a) >= f(i.b)}; });
}

TEST_P(ScalarBits, SavesExec) {
  struct Case {
    const char* name;
    u32 (*exec)(u32 s, u32 exec);
  };
  const Case cases[] = {{"and", [](u32 s, u32 e) { return s & e; }},
                        {"or", [](u32 s, u32 e) { return s | e; }},
                        {"xor", [](u32 s, u32 e) { return s ^ e; }},
                        {"and_not0", [](u32 s, u32 e) { return ~s & e; }},
                        {"and_not1", [](u32 s, u32 e) { return s & ~e; }},
                        {"or_not0", [](u32 s, u32 e) { return ~s | e; }},
                        {"or_not1", [](u32 s, u32 e) { return s | ~e; }}};
  for (const Case& c : cases) {
    for (const u32 source : {0u, 0xf0f0f0f0u, ~0u}) {
      Machine m(GetParam());
      m.exec() = 0xff00ff00;
      m.s(4) = source;
      m.run("s_" + std::string(c.name) + "_saveexec_b32 s8, s4");
      EXPECT_EQ(m.s(8), 0xff00ff00u) << c.name;
      EXPECT_EQ(m.exec(), c.exec(source, 0xff00ff00)) << c.name;
      EXPECT_EQ(m.scc(), m.exec() != 0) << c.name;
    }
  }
  Machine m(GetParam());
  m.exec() = 0xff00ff00;
  m.s(4) = 0x0f0f0f0f;
  m.run("s_and_not1_wrexec_b32 s8, s4");
  EXPECT_EQ(m.exec(), 0x000f000fu);
  EXPECT_EQ(m.s(8), 0x000f000fu);
}

TEST_P(ScalarBits, NullIsNowhere) {
  Machine m(GetParam());
  m.s(4) = 5;
  const u32 m0 = m.m0();
  m.run(
      "s_mov_b32 null, s4\n s_mov_b64 null, s[4:5]\n s_mov_b32 s8, null\n"
      "s_mov_b64 s[10:11], null");
  EXPECT_EQ(m.s(emu::sreg::null), 0u);
  EXPECT_EQ(m.m0(), m0);
  EXPECT_EQ(m.s(8), 0u);
  EXPECT_EQ(m.scalar64(10), 0u);
}

TEST_P(ScalarBits, Apertures) {
  Machine m(GetParam());
  m.run("s_mov_b64 s[8:9], src_shared_base\n s_mov_b64 s[10:11], src_private_base");
  EXPECT_EQ(m.s(8), 0u);
  EXPECT_NE(m.s(9), 0u);
  EXPECT_NE(m.s(11), m.s(9));
}

}  // namespace
}  // namespace tilewright::test
