// What the executor does to every VALU instruction: modifiers, constants, halves, DPP, EXEC, MODE.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <functional>

#include "emu/exec/fault.hpp"
#include "machine.hpp"

namespace tilewright::test {
namespace {

class Modifier : public testing::TestWithParam<std::string_view> {
 protected:
  Machine m{GetParam()};
  void ramp(unsigned index) {
    for (unsigned lane = 0; lane < kLanes; ++lane) m.v(index)[lane] = 100 + lane;
  }
};
INSTANTIATE_TEST_SUITE_P(Targets, Modifier, testing::Values(kGfx11, kGfx12));

TEST_P(Modifier, AbsoluteAndNegative) {
  m.fill(1, bits(-3.0F));
  m.fill(2, bits(2.0F));
  m.run("v_add_f32_e64 v0, |v1|, -v2");
  EXPECT_EQ(m.v(0)[0], bits(1.0F));
  m.run("v_mul_f32_e64 v0, -|v1|, v2");
  EXPECT_EQ(m.v(0)[31], bits(-6.0F));
  // They act on bits, whatever the value is.
  m.fill(1, 0xffc12345);
  m.run("v_cndmask_b32_e64 v0, -v1, |v1|, s4");
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    EXPECT_EQ(m.v(0)[lane], 0x7fc12345) << lane;
  }
}

TEST_P(Modifier, ClampAndOmod) {
  m.set(1, {bits(-1.0F), bits(0.25F), bits(7.0F), 0x7fc00000, 0x7f800000, 0x80000000});
  m.run("v_add_f32_e64 v0, v1, 0 clamp");
  EXPECT_EQ(m.v(0)[0], bits(0.0F));
  EXPECT_EQ(m.v(0)[1], bits(0.25F));
  EXPECT_EQ(m.v(0)[2], bits(1.0F));
  EXPECT_EQ(m.v(0)[3], bits(0.0F)) << "DX10_CLAMP turns a NaN into 0";
  EXPECT_EQ(m.v(0)[4], bits(1.0F));
  // OMOD does nothing while MODE keeps subnormal results …
  m.run("v_add_f32_e64 v0, v1, 0 mul:2");
  EXPECT_EQ(m.v(0)[1], bits(0.25F));
  // … and works when they are flushed.
  m.mode() &= ~0x30u;
  m.run(
      "v_add_f32_e64 v0, v1, 0 mul:2\n v_add_f32_e64 v2, v1, 0 mul:4\n"
      "v_add_f32_e64 v3, v1, 0 div:2");
  EXPECT_EQ(m.v(0)[2], bits(14.0F));
  EXPECT_EQ(m.v(2)[2], bits(28.0F));
  EXPECT_EQ(m.v(3)[2], bits(3.5F));
}

TEST_P(Modifier, FlushesSubnormalsWhereModeSaysSo) {
  const uint32_t subnormal = 0x00012345;
  m.fill(1, subnormal);
  m.fill(2, bits(1.0F));
  m.run("v_mul_f32_e32 v0, v1, v2");
  EXPECT_EQ(m.v(0)[0], subnormal);
  const uint32_t keep = m.mode();
  m.mode() = keep & ~0x10u;  // inputs
  m.run("v_mul_f32_e32 v0, v1, v2");
  EXPECT_EQ(m.v(0)[0], 0u);
  m.mode() = keep & ~0x20u;  // results
  m.fill(1, 0x80800000);
  m.fill(2, bits(0.5F));
  m.run("v_mul_f32_e32 v0, v1, v2");
  EXPECT_EQ(m.v(0)[0], 0x80000000);
  m.mode() = keep & ~0xc0u;  // f16
  m.fill(1, 0x0001);
  m.fill(2, 0x4000);
  m.fill(0, 0);
  m.run("v_mul_f16_e32 v0, v1, v2");
  EXPECT_EQ(m.v(0)[0], 0u);
  EXPECT_EQ(m.v(1)[0], 0x0001u);
  m.mode() = keep;
  m.run("v_mul_f16_e32 v0, v1, v2");
  EXPECT_EQ(m.v(0)[0], 0x0002u);
}

TEST_P(Modifier, Constants) {
  m.s(4) = 17;
  m.scc() = true;
  m.run(
      "v_mov_b32 v0, 64\n v_mov_b32 v1, -16\n v_mov_b32 v2, 0.5\n v_mov_b32 v3, 0.15915494\n"
      "v_mov_b32 v4, 0x12345678\n v_mov_b32 v5, s4\n v_mov_b32 v6, src_scc\n"
      "v_add_nc_u16 v7, 2, v7\n v_mov_b32 v8, null");
  EXPECT_EQ(m.v(0)[3], 64u);
  EXPECT_EQ(m.v(1)[3], 0xfffffff0);
  EXPECT_EQ(m.v(2)[3], 0x3f000000u);
  EXPECT_EQ(m.v(3)[3], 0x3e22f983u);
  EXPECT_EQ(m.v(4)[3], 0x12345678u);
  EXPECT_EQ(m.v(5)[3], 17u);
  EXPECT_EQ(m.v(6)[3], 1u);
  EXPECT_EQ(m.v(8)[3], 0u);
  m.fill(1, 0x3c00);
  m.run("v_add_f16_e64 v0, v1, 0.5\n v_pk_add_f16 v2, v1, 1.0");
  EXPECT_EQ(m.v(0)[3] & 0xffff, 0x3e00u);
  EXPECT_EQ(m.v(2)[3], 0x4000u) << "an f16 constant is in the low half only";
}

TEST_P(Modifier, HalvesByOpSel) {
  m.fill(1, 0x3c004000);  // 1, 2
  m.fill(2, 0x44004200);  // 4, 3
  m.fill(0, 0x11112222);
  m.run("v_fma_f16 v0, v1, v2, 1.0 op_sel:[1,0,0,1]");
  EXPECT_EQ(m.v(0)[7], 0x44002222u);  // 1 * 3 + 1 in the high half
  m.fill(0, 0x11112222);
  m.run("v_add_nc_u16 v0, v1, v2 op_sel:[0,1,0]");
  EXPECT_EQ(m.v(0)[7], 0x11118400u);
  m.run("v_pk_add_u16 v0, v1, v2 op_sel:[1,0] op_sel_hi:[1,0]");
  EXPECT_EQ(m.v(0)[7], (0x3c00u + 0x4200) << 16 | (0x3c00 + 0x4200));
}

TEST_P(Modifier, ExecPartly) {
  ramp(1);
  m.exec() = 0x00ff0001;
  m.run("v_add_nc_u32_e32 v0, 1, v1");
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const bool active = (0x00ff0001u >> lane & 1) != 0;
    EXPECT_EQ(m.v(0)[lane], active ? 101 + lane : 0xbad00000 | lane) << lane;
  }
  m.exec() = 0;
  m.run("v_mov_b32_e32 v2, 5");
  EXPECT_EQ(m.v(2)[0], 0xbad00200u);
}

TEST_P(Modifier, DestinationMayBeASource) {
  ramp(1);
  m.run("v_add_nc_u32 v1, v1, v1");
  EXPECT_EQ(m.v(1)[31], 262u);
  // A 64-bit destination that overlaps half of the source.
  m.fill(4, 1);
  m.fill(5, 2);
  m.fill(6, 3);
  m.run("v_lshlrev_b64 v[5:6], 0, v[4:5]");
  EXPECT_EQ(m.v(5)[0], 1u);
  EXPECT_EQ(m.v(6)[0], 2u);
}

struct Permutation {
  const char* control;
  std::function<int(unsigned lane)> source;  ///< -1: none
};

TEST_P(Modifier, Dpp16) {
  const std::vector<Permutation> permutations = {
      {"quad_perm:[3,0,2,1]",
       [](unsigned i) {
         const int in[] = {3, 0, 2, 1};
         return static_cast<int>(i & ~3u) + in[i & 3];
       }},
      {"row_shl:3", [](unsigned i) { return (i & 15) + 3 < 16 ? static_cast<int>(i) + 3 : -1; }},
      {"row_shr:1", [](unsigned i) { return (i & 15) >= 1 ? static_cast<int>(i) - 1 : -1; }},
      {"row_ror:5", [](unsigned i) { return static_cast<int>((i & 16) | ((i - 5) & 15)); }},
      {"row_mirror", [](unsigned i) { return static_cast<int>(i ^ 15); }},
      {"row_half_mirror", [](unsigned i) { return static_cast<int>(i ^ 7); }},
      {"row_share:9", [](unsigned i) { return static_cast<int>((i & 16) | 9); }},
      {"row_xmask:6", [](unsigned i) { return static_cast<int>(i ^ 6); }}};
  ramp(1);
  for (const Permutation& p : permutations) {
    for (const bool bound_ctrl : {false, true}) {
      m.fill(0, 7);
      const std::string bound = bound_ctrl ? " bound_ctrl:1" : "";
      m.run(std::string("v_mov_b32_dpp v0, v1 ") + p.control + " row_mask:0xf bank_mask:0xf" +
            bound);
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const int source = p.source(lane);
        const uint32_t missing = bound_ctrl ? 0 : 7;
        EXPECT_EQ(m.v(0)[lane], source < 0 ? missing : 100 + static_cast<unsigned>(source))
            << p.control << " lane " << lane;
      }
    }
  }
}

TEST_P(Modifier, DppMasksAndInactiveLanes) {
  ramp(1);
  m.fill(0, 7);
  m.run("v_mov_b32_dpp v0, v1 row_mirror row_mask:0x2 bank_mask:0x5");
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const bool written = lane >= 16 && (lane >> 2 & 1) == 0;
    EXPECT_EQ(m.v(0)[lane], written ? 100 + (lane ^ 15) : 7) << lane;
  }
  // Lane 0 reads lane 1, which is inactive: not written, or 0, or with FI the value.
  m.exec() = ~2u;
  m.fill(0, 7);
  m.run("v_mov_b32_dpp v0, v1 row_shl:1 row_mask:0xf bank_mask:0xf");
  EXPECT_EQ(m.v(0)[0], 7u);
  EXPECT_EQ(m.v(0)[2], 103u);
  m.run("v_mov_b32_dpp v0, v1 row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1");
  EXPECT_EQ(m.v(0)[0], 0u);
  m.run("v_mov_b32_dpp v0, v1 row_shl:1 row_mask:0xf bank_mask:0xf fi:1");
  EXPECT_EQ(m.v(0)[0], 101u);
}

TEST_P(Modifier, Dpp8) {
  ramp(1);
  m.run("v_mov_b32_dpp v0, v1 dpp8:[7,6,5,4,3,2,1,0]");
  for (unsigned lane = 0; lane < kLanes; ++lane) EXPECT_EQ(m.v(0)[lane], 100 + (lane ^ 7));
}

TEST_P(Modifier, DppInVop2AndVop3) {
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    m.v(1)[lane] = bits(static_cast<float>(lane));
    m.v(2)[lane] = bits(100.0F);
  }
  m.run("v_add_f32_dpp v0, -v1, |v2| row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1");
  EXPECT_EQ(m.v(0)[5], bits(96.0F));
  m.run("v_add_f32_e64_dpp v0, v1, -v2 row_xmask:1 row_mask:0xf bank_mask:0xf");
  EXPECT_EQ(m.v(0)[5], bits(-96.0F));
  m.run("v_cmp_lt_f32_dpp vcc_lo, v1, v2 row_share:0 row_mask:0xf bank_mask:0xf");
  EXPECT_EQ(m.vcc(), ~0u);
}

TEST_P(Modifier, CompareWritesAnySgpr) {
  ramp(1);
  m.exec() = 0x0000ffff;
  m.run("v_cmp_gt_u32_e64 s7, v1, 104");
  EXPECT_EQ(m.s(7), 0x0000ffe0u) << "104 is a literal";
  m.run("v_cmp_lt_u32_e64 s7, 64, v1\n v_cmp_eq_u32_e64 null, v1, v1");
  EXPECT_EQ(m.s(7), 0x0000ffffu);
  EXPECT_EQ(m.s(emu::sreg::null), 0u);
}

TEST(ModifierGfx11, ShortFormsNameHalves) {
  // v_add_f16_e32 v1.h, v2.h, v3.l: bit 7 of a 16-bit operand's number is the half.
  Machine m(kGfx11);
  m.fill(1, 0x22221111);
  m.fill(2, 0x4000ffff);  // high half: 2
  m.fill(3, 0xffff4200);  // low half: 3
  const uint32_t word = 50u << 25 | (1u | 0x80) << 17 | 3u << 9 | (256 + (2 | 0x80));
  m.run(std::vector<uint32_t>{word});
  EXPECT_EQ(m.v(1)[0], 0x45001111u);
}

}  // namespace
}  // namespace tilewright::test
