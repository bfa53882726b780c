// Program control.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "assembler.hpp"
#include "emu/exec/fault.hpp"
#include "machine.hpp"

namespace tilewright::test {
namespace {

class Program : public testing::TestWithParam<std::string_view> {
 protected:
  Machine m{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Targets, Program, testing::Values(kGfx11, kGfx12));

TEST_P(Program, Branches) {
  struct Case {
    const char* branch;
    bool scc;
    uint32_t vcc, exec;
    bool taken;
  };
  const Case cases[] = {
      {"s_branch 1", false, 0, 1, true},          {"s_cbranch_scc0 1", false, 0, 1, true},
      {"s_cbranch_scc0 1", true, 0, 1, false},    {"s_cbranch_scc1 1", true, 0, 1, true},
      {"s_cbranch_scc1 1", false, 0, 1, false},   {"s_cbranch_vccz 1", false, 0, 1, true},
      {"s_cbranch_vccz 1", false, 8, 1, false},   {"s_cbranch_vccnz 1", false, 8, 1, true},
      {"s_cbranch_vccnz 1", false, 0, 1, false},  {"s_cbranch_execz 1", false, 0, 0, true},
      {"s_cbranch_execz 1", false, 0, 1, false},  {"s_cbranch_execnz 1", false, 0, 1, true},
      {"s_cbranch_execnz 1", false, 0, 0, false},
  };
  for (const Case& c : cases) {
    m.scc() = c.scc;
    m.vcc() = c.vcc;
    m.exec() = c.exec;
    m.s(0) = 1;
    m.run(std::string(c.branch) + "\n s_mov_b32 s0, 2\n s_mov_b32 s1, 3");
    EXPECT_EQ(m.s(0), c.taken ? 1u : 2u) << c.branch;
    EXPECT_EQ(m.s(1), 3u) << c.branch;
  }
}

TEST_P(Program, LoopsBackwards) {
  m.s(0) = 0;
  m.run(GetParam() == kGfx11 ? "s_add_i32 s0, s0, 1\n s_cmp_lt_i32 s0, 10\n s_cbranch_scc1 -3"
                             : "s_add_co_i32 s0, s0, 1\n s_cmp_lt_i32 s0, 10\n s_cbranch_scc1 -3");
  EXPECT_EQ(m.s(0), 10u);
}

TEST_P(Program, Calls) {
  // s_getpc gives the address of the instruction after it; the call skips one move and returns.
  m.run(
      "s_getpc_b64 s[4:5]\n"
      "s_call_b64 s[6:7], 2\n"
      "s_mov_b32 s0, 1\n"
      "s_branch 2\n"
      "s_mov_b32 s1, 2\n"
      "s_setpc_b64 s[6:7]\n");
  EXPECT_EQ(m.s(0), 1u);
  EXPECT_EQ(m.s(1), 2u);
  EXPECT_EQ(m.scalar64(6), m.scalar64(4) + 4);
  m.run(
      "s_getpc_b64 s[4:5]\n"
      "s_add_u32 s4, s4, 16\n"
      "s_swappc_b64 s[6:7], s[4:5]\n"
      "s_mov_b32 s2, 7\n"
      "s_branch 2\n"
      "s_mov_b32 s3, 8\n"
      "s_setpc_b64 s[6:7]\n");
  EXPECT_EQ(m.s(2), 7u);
  EXPECT_EQ(m.s(3), 8u);
}

TEST_P(Program, RefusesTargetsOutsideTheCode) {
  EXPECT_THROW(m.run("s_branch 0x100"), emu::Fault);
  EXPECT_THROW(m.run("s_branch 0xff00"), emu::Fault);
  m.set_scalar64(4, 0x123456789a);
  EXPECT_THROW(m.run("s_setpc_b64 s[4:5]"), emu::Fault);
}

TEST_P(Program, EndsAndIgnores) {
  m.run(
      "s_nop 3\n s_sleep 1\n s_setprio 2\n s_clause 1\n s_delay_alu instid0(VALU_DEP_1)\n"
      "s_icache_inv\n s_endpgm\n s_mov_b32 s0, 77");
  EXPECT_EQ(m.status(), emu::WaveStatus::ended);
  EXPECT_NE(m.s(0), 77u);
}

TEST_P(Program, Mode) {
  m.run("s_denorm_mode 5");
  EXPECT_EQ(m.mode() & 0xff, 0x50u);
  m.run(
      "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 23, 1), 1\n"
      "s_getreg_b32 s4, hwreg(HW_REG_MODE, 4, 20)");
  EXPECT_NE(m.mode() & 1u << 23, 0u);
  EXPECT_EQ(m.s(4), m.mode() >> 4 & 0xfffff);
  m.s(5) = 0xf;
  m.run("s_setreg_b32 hwreg(HW_REG_MODE, 4, 4), s5");
  EXPECT_EQ(m.mode() & 0xff, 0xf0u);
  EXPECT_THROW(m.run("s_getreg_b32 s4, hwreg(HW_REG_STATUS)"), emu::Fault);
}

TEST_P(Program, RefusesWhatItDoesNotKnow) {
  EXPECT_NO_THROW(m.run("s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)"));
  EXPECT_THROW(m.run("s_sendmsg 1"), emu::Fault);
  EXPECT_THROW(m.run("s_trap 2"), emu::Fault);
  EXPECT_THROW(m.run("s_sethalt 1"), emu::Fault);
  EXPECT_THROW(m.run(std::vector<uint32_t>{0xbf9f0000}), emu::Fault) << "s_code_end";
}

TEST(ProgramGfx12, OnlyTheWorkgroupBarrier) {
  Machine m(kGfx12);
  EXPECT_NO_THROW(m.run("s_barrier_signal -1\n s_barrier_wait -1"));
  EXPECT_THROW(m.run("s_barrier_signal 1"), emu::Fault);
  EXPECT_THROW(m.run("s_barrier_wait 1"), emu::Fault);
}

TEST(Faults, SayWhatIsMissing) {
  Machine m(kGfx12);
  const auto message = [&](const std::vector<uint32_t>& dwords) {
    try {
      m.run(dwords);
    } catch (const emu::Fault& fault) {
      return fault.what;
    }
    return std::string("no fault");
  };
  const std::string unknown = message(assemble(kGfx12, "v_cubeid_f32 v0, v1, v2, v3"));
  EXPECT_NE(unknown.find("v_cubeid_f32 v0, v1, v2, v3"), std::string::npos) << unknown;
  EXPECT_NE(unknown.find("d60c0000 040e0501"), std::string::npos) << unknown;
  EXPECT_NE(unknown.find("nearest"), std::string::npos) << unknown;
  const std::string garbage = message({0xffffffff});
  EXPECT_NE(garbage.find("ffffffff"), std::string::npos) << garbage;
  // The second dword is missing.
  const std::string cut = message({assemble(kGfx12, "v_add3_u32 v0, v1, v2, v3")[0]});
  EXPECT_NE(cut.find("not an instruction"), std::string::npos) << cut;
}

}  // namespace
}  // namespace tilewright::test
