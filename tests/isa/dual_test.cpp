// VOPD: two operations in one instruction, and instructions that move values between lanes and
// scalars.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "emu/exec/fault.hpp"
#include "emu/wmma/dot.hpp"
#include "machine.hpp"
#include "reference.hpp"

namespace tilewright::test {
namespace {

namespace ref = reference;

class Dual : public testing::TestWithParam<std::string_view> {
 protected:
  Machine m{GetParam()};
  void SetUp() override {
    for (unsigned i = 0; i < 16; ++i) {
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        m.v(i)[lane] = bits(static_cast<float>(i * 32 + lane) * 0.25F - 30);
      }
    }
  }
  uint32_t v(unsigned i, unsigned lane) { return start[i][lane]; }
  void snapshot() {
    for (unsigned i = 0; i < 16; ++i) std::copy_n(m.v(i), kLanes, start[i].begin());
  }
  std::array<Lanes, 16> start;
};
INSTANTIATE_TEST_SUITE_P(Targets, Dual, testing::Values(kGfx11, kGfx12));

TEST_P(Dual, BothReadBeforeEitherWrites) {
  snapshot();
  m.run("v_dual_mov_b32 v0, v3 :: v_dual_mov_b32 v3, v0");
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    EXPECT_EQ(m.v(0)[lane], v(3, lane));
    EXPECT_EQ(m.v(3)[lane], v(0, lane));
  }
}

TEST_P(Dual, EveryOperation) {
  snapshot();
  m.vcc() = 0x0f0f0f0f;
  m.exec() = 0xfffffff0;
  const std::string suffix = GetParam() == kGfx11 ? "_f32" : "_num_f32";
  const auto x = [&](const std::string& op, uint32_t (*f)(uint32_t, uint32_t, uint32_t, bool)) {
    m.run("v_dual_" + op + " v4, v1, v2 :: v_dual_mov_b32 v5, v8");
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const bool mask = (0x0f0f0f0fu >> lane & 1) != 0;
      const uint32_t want = lane < 4 ? v(4, lane) : f(v(1, lane), v(2, lane), v(4, lane), mask);
      EXPECT_EQ(m.v(4)[lane], want) << op << ' ' << lane;
      m.v(4)[lane] = v(4, lane);
    }
  };
  x("add_f32", [](uint32_t a, uint32_t b, uint32_t, bool) { return ref::add(a, b); });
  x("sub_f32", [](uint32_t a, uint32_t b, uint32_t, bool) { return ref::add(a, b ^ 1u << 31); });
  x("subrev_f32", [](uint32_t a, uint32_t b, uint32_t, bool) { return ref::add(b, a ^ 1u << 31); });
  x("mul_f32", [](uint32_t a, uint32_t b, uint32_t, bool) { return ref::mul(a, b); });
  x("mul_dx9_zero_f32", [](uint32_t a, uint32_t b, uint32_t, bool) { return ref::mul(a, b); });
  x("fmac_f32", [](uint32_t a, uint32_t b, uint32_t d, bool) { return ref::fma(a, b, d); });
  x("cndmask_b32", [](uint32_t a, uint32_t b, uint32_t, bool m) { return m ? b : a; });
  x("max" + suffix,
    [](uint32_t a, uint32_t b, uint32_t, bool) { return as_float(a) > as_float(b) ? a : b; });
  x("min" + suffix,
    [](uint32_t a, uint32_t b, uint32_t, bool) { return as_float(a) < as_float(b) ? a : b; });
  const auto y = [&](const std::string& op, uint32_t (*f)(uint32_t, uint32_t)) {
    m.run("v_dual_mov_b32 v4, v8 :: v_dual_" + op + " v5, v1, v2");
    for (unsigned lane = 4; lane < kLanes; ++lane) {
      EXPECT_EQ(m.v(5)[lane], f(v(1, lane), v(2, lane))) << op << ' ' << lane;
    }
  };
  y("add_nc_u32", [](uint32_t a, uint32_t b) { return a + b; });
  y("lshlrev_b32", [](uint32_t a, uint32_t b) { return b << (a & 31); });
  y("and_b32", [](uint32_t a, uint32_t b) { return a & b; });
}

TEST_P(Dual, LiteralsAndScalars) {
  snapshot();
  m.s(4) = bits(3.0F);
  m.run("v_dual_fmaak_f32 v4, s4, v2, 0x40490fdb :: v_dual_fmamk_f32 v5, v1, 0x40490fdb, v3");
  m.run("v_dual_add_f32 v6, 0x40490fdb, v2 :: v_dual_mul_f32 v7, 2.0, v3");
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    EXPECT_EQ(m.v(4)[lane], ref::fma(bits(3.0F), v(2, lane), 0x40490fdb));
    EXPECT_EQ(m.v(5)[lane], ref::fma(v(1, lane), 0x40490fdb, v(3, lane)));
    EXPECT_EQ(m.v(6)[lane], ref::add(0x40490fdb, v(2, lane)));
    EXPECT_EQ(m.v(7)[lane], ref::mul(bits(2.0F), v(3, lane)));
  }
}

/// LLVM 19 does not assemble it for gfx1201.
class DualOnGfx11 : public Dual {};
INSTANTIATE_TEST_SUITE_P(Targets, DualOnGfx11, testing::Values(kGfx11));

TEST_P(DualOnGfx11, DotProducts) {
  snapshot();
  m.run("v_dual_dot2acc_f32_f16 v4, v1, v2 :: v_dual_mov_b32 v5, v8");
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    EXPECT_EQ(m.v(4)[lane], emu::wmma::dot2_f32_f16(emu::wmma::Family::gfx11, v(1, lane),
                                                    v(2, lane), v(4, lane)));
  }
}

class LaneMoves : public testing::TestWithParam<std::string_view> {
 protected:
  Machine m{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Targets, LaneMoves, testing::Values(kGfx11, kGfx12));

TEST_P(LaneMoves, ReadsAndWritesLanes) {
  m.exec() = 0xfffff000;
  m.s(5) = 35;
  m.run(
      "v_readfirstlane_b32 s0, v1\n v_readlane_b32 s1, v1, 3\n v_readlane_b32 s2, v1, s5\n"
      "v_writelane_b32 v2, s5, 7");
  EXPECT_EQ(m.s(0), 0xbad0010cu);
  EXPECT_EQ(m.s(1), 0xbad00103u);
  EXPECT_EQ(m.s(2), 0xbad00103u) << "the lane number counts modulo 32";
  EXPECT_EQ(m.v(2)[7], 35u);
  EXPECT_EQ(m.v(2)[8], 0xbad00208u);
  m.exec() = 0;
  m.run("v_readfirstlane_b32 s0, v1");
  EXPECT_EQ(m.s(0), 0xbad00100u);
}

TEST_P(LaneMoves, Swaps) {
  m.exec() = 0xff;
  m.run("v_swap_b32 v1, v2");
  EXPECT_EQ(m.v(1)[3], 0xbad00203u);
  EXPECT_EQ(m.v(2)[3], 0xbad00103u);
  EXPECT_EQ(m.v(1)[9], 0xbad00109u);
}

TEST_P(LaneMoves, PermutesRows) {
  m.s(4) = 0x76543210;
  m.s(5) = 0x00fedcba;
  m.exec() = ~2u;
  m.run(
      "v_permlane16_b32 v3, v1, s4, s5\n v_permlanex16_b32 v4, v1, s4, s5\n"
      "v_permlane16_b32 v5, v1, s4, s5 op_sel:[1,0]\n"
      "v_permlane16_b32 v6, v1, 0x11111111, s5 op_sel:[0,1]");
  EXPECT_EQ(m.v(3)[8], 0xbad0010au);
  EXPECT_EQ(m.v(3)[24], 0xbad0011au);
  EXPECT_EQ(m.v(3)[14], 0xbad00100u);
  EXPECT_EQ(m.v(4)[8], 0xbad0011au);
  EXPECT_EQ(m.v(4)[24], 0xbad0010au);
  EXPECT_EQ(m.v(4)[17], 0xbad00411u) << "lane 1 is inactive and gives nothing";
  EXPECT_EQ(m.v(6)[2], 0u) << "BOUND_CTRL gives 0 instead";
}

}  // namespace
}  // namespace tilewright::test
