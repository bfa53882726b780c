// Wave64: two passes of 32 lanes, masks in pairs of scalar registers, and the instructions whose
// lanes are those of the whole wave (ISA manuals of RDNA 3 and RDNA 4, "Wave64" and the
// instructions' own pseudocode).
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "assembler.hpp"
#include "emu/exec/fault.hpp"
#include "machine.hpp"

namespace tilewright::test {
namespace {

using testing::HasSubstr;

constexpr unsigned kWave = 64;
constexpr uint64_t kAll = ~uint64_t{0};

class Wave64 : public testing::TestWithParam<std::string_view> {
 protected:
  Machine m{GetParam(), emu::WaveSize::w64};
  [[nodiscard]] static bool gfx12() { return GetParam() == kGfx12; }

  void set_exec(uint64_t mask) { m.set_scalar64(emu::sreg::exec_lo, mask); }
  [[nodiscard]] uint64_t exec() { return m.scalar64(emu::sreg::exec_lo); }
  void set_vcc(uint64_t mask) { m.set_scalar64(emu::sreg::vcc_lo, mask); }
  [[nodiscard]] uint64_t vcc() { return m.scalar64(emu::sreg::vcc_lo); }
  void fill(unsigned vgpr, const std::function<uint32_t(unsigned)>& value) {
    for (unsigned lane = 0; lane < kWave; ++lane) m.cell(vgpr, lane) = value(lane);
  }
  void fill_with_lanes(unsigned vgpr) {
    fill(vgpr, [](unsigned lane) { return 1000 + lane; });
  }
  /// Of the lanes in `mask`; the others must hold what a register holds at start.
  void expect(unsigned vgpr, uint64_t mask, const std::function<uint32_t(unsigned)>& value) {
    for (unsigned lane = 0; lane < kWave; ++lane) {
      const bool active = (mask >> lane & 1) != 0;
      EXPECT_EQ(m.cell(vgpr, lane), active ? value(lane) : 0xbad00000 | vgpr << 8 | lane)
          << "lane " << lane;
    }
  }
  [[nodiscard]] std::string refusal(const std::vector<uint32_t>& dwords) {
    try {
      m.run(dwords);
    } catch (const emu::Fault& fault) {
      return fault.what;
    }
    return "no fault";
  }
};
INSTANTIATE_TEST_SUITE_P(, Wave64, testing::Values(kGfx11, kGfx12),
                         [](const auto& info) { return std::string(info.param); });

constexpr uint64_t kSome = 0x8000'0001'f0f0'000f;

TEST_P(Wave64, ExecutesTheLanesOfBothHalves) {
  fill_with_lanes(1);
  set_exec(kSome);
  m.run("v_add_nc_u32 v2, 5, v1");
  expect(2, kSome, [](unsigned lane) { return 1005 + lane; });
}

TEST_P(Wave64, WidensScalarsAndWritesPairsOfRegisters) {
  fill(0, [](unsigned lane) { return lane << 26; });
  fill(1, [](unsigned lane) { return lane; });
  m.run("v_lshlrev_b64 v[4:5], 3, v[0:1]");
  for (unsigned lane = 0; lane < kWave; ++lane) {
    const uint64_t value = (uint64_t{lane} << 32 | lane << 26) << 3;
    EXPECT_EQ(m.cell(4, lane), static_cast<uint32_t>(value));
    EXPECT_EQ(m.cell(5, lane), static_cast<uint32_t>(value >> 32));
  }
}

// --- masks
TEST_P(Wave64, ComparesIntoPairsAndZeroesInactiveLanes) {
  fill(0, [](unsigned lane) { return lane; });
  set_exec(0xffff'0000'ffff'fff0);
  m.run("v_cmp_gt_u32 vcc, 40, v0");
  EXPECT_EQ(vcc(), 0x0000'0000'ffff'fff0u);
  m.run("v_cmp_lt_u32 s[6:7], 30, v0");
  EXPECT_EQ(m.scalar64(6), 0xffff'0000'8000'0000u);
  // A half without an active lane gets zeros too.
  set_exec(0x0000'00ff);
  m.run("v_cmp_gt_u32 vcc, 40, v0");
  EXPECT_EQ(vcc(), 0xffu);
  set_exec(uint64_t{0xff} << 32);
  m.run("v_cmp_gt_u32 vcc, 36, v0");
  EXPECT_EQ(vcc(), uint64_t{0xf} << 32);
}

TEST_P(Wave64, BothHalvesReadBeforeTheMaskIsWritten) {
  fill(0, [](unsigned lane) { return lane; });
  m.set_scalar64(6, 0x0000'0050'0000'0028);
  m.run("v_cmp_lt_u32 s[6:7], v0, s6");
  EXPECT_EQ(m.scalar64(6), (uint64_t{1} << 40) - 1);
  m.set_scalar64(6, 0x0000'0028'0000'0050);
  m.run("v_cmp_lt_u32 s[6:7], v0, s7");
  EXPECT_EQ(m.scalar64(6), (uint64_t{1} << 40) - 1);
}

TEST_P(Wave64, ComparesIntoExec) {
  fill(0, [](unsigned lane) { return lane; });
  set_vcc(0x1234'5678'9abc'def0);
  set_exec(0xff00'00ff'ff00'00ff);
  m.run("v_cmpx_ne_u32 7, v0");
  EXPECT_EQ(exec(), 0xff00'00ff'ff00'007fu);
  EXPECT_EQ(vcc(), 0x1234'5678'9abc'def0u);
  set_exec(kAll);
  m.run("v_cmpx_lt_u32 v0, exec_lo");  // lane < ~0: read before either half writes
  EXPECT_EQ(exec(), kAll);
}

TEST_P(Wave64, ComparesWithModifiers) {
  fill(0, [](unsigned lane) { return bits(lane % 2 == 0 ? 1.0F : -1.0F); });
  set_exec(kAll >> 4);
  m.run("v_cmp_eq_f32 s[8:9], -v0, 1.0");
  EXPECT_EQ(m.scalar64(8), 0xaaaa'aaaa'aaaa'aaaa & kAll >> 4);
  m.run("v_cmpx_eq_f32 |v0|, 1.0");
  EXPECT_EQ(exec(), kAll >> 4);
}

TEST_P(Wave64, ComparesIntoNothing) {
  fill(0, [](unsigned lane) { return lane; });
  m.run("v_cmp_lt_u32 null, 30, v0");
  EXPECT_EQ(m.s(emu::sreg::null), 0u);
  EXPECT_EQ(m.s(emu::sreg::m0), 0x5bad0000u | emu::sreg::m0);
}

TEST_P(Wave64, SelectsByPairs) {
  fill(0, [](unsigned lane) { return lane; });
  fill(1, [](unsigned lane) { return 100 + lane; });
  set_vcc(0xf0f0'f0f0'1111'2222);
  const auto by = [](uint64_t mask) {
    return [mask](unsigned lane) { return (mask >> lane & 1) != 0 ? 100 + lane : lane; };
  };
  m.run("v_cndmask_b32 v2, v0, v1, vcc");
  expect(2, kAll, by(0xf0f0'f0f0'1111'2222));
  m.set_scalar64(10, 0x0123'4567'89ab'cdef);
  m.run("v_cndmask_b32 v3, v0, v1, s[10:11]");
  expect(3, kAll, by(0x0123'4567'89ab'cdef));
  m.run("v_cndmask_b32 v4, v0, -v1, s[10:11]");  // with a modifier
  expect(4, kAll, [](unsigned lane) {
    return (uint64_t{0x0123'4567'89ab'cdef} >> lane & 1) != 0 ? (100 + lane) ^ 0x80000000 : lane;
  });
}

TEST_P(Wave64, CarriesLaneByLane) {
  fill(0, [](unsigned lane) { return lane * 0x08000000; });
  fill(1, [](unsigned) { return 0x80000000; });
  fill(2, [](unsigned lane) { return lane; });
  m.run("v_add_co_u32 v4, vcc, v0, v1\nv_add_co_ci_u32 v5, vcc, v2, v2, vcc");
  for (unsigned lane = 0; lane < kWave; ++lane) {
    const uint64_t sum =
        (uint64_t{lane} << 32 | lane * uint32_t{0x08000000}) + (uint64_t{lane} << 32 | 0x80000000);
    EXPECT_EQ(m.cell(4, lane), static_cast<uint32_t>(sum)) << lane;
    EXPECT_EQ(m.cell(5, lane), static_cast<uint32_t>(sum >> 32)) << lane;
  }
  EXPECT_EQ(vcc(), 0u);
  m.run("v_sub_co_u32 v4, s[4:5], v2, 40");
  EXPECT_EQ(m.scalar64(4), (uint64_t{1} << 40) - 1);  // borrows below 40
  m.run("v_sub_co_ci_u32 v5, s[4:5], v2, v2, s[4:5]");
  EXPECT_EQ(m.scalar64(4), (uint64_t{1} << 40) - 1);
  expect(5, kAll, [](unsigned lane) { return lane < 40 ? ~0u : 0; });
}

TEST_P(Wave64, ScalesQuotientsByVccOfTheLane) {
  fill(0, [](unsigned) { return bits(1.0F); });
  fill(1, [](unsigned) { return bits(2.0F); });
  fill(2, [](unsigned) { return bits(0.0F); });
  set_vcc(uint64_t{1} << 50);
  m.run("v_div_fmas_f32 v3, v0, v1, v2");
  for (unsigned lane = 0; lane < kWave; ++lane) {
    EXPECT_EQ(m.cell(3, lane) != bits(2.0F), lane == 50) << lane;
  }
  // The denominator 0 sets the flag, in the lanes that have it.
  fill(4, [](unsigned lane) { return bits(lane == 33 ? 0.0F : 3.0F); });
  m.run("v_div_scale_f32 v5, vcc, v4, v4, v0");
  EXPECT_EQ(vcc(), uint64_t{1} << 33);
}

TEST_P(Wave64, BranchesOnWholeMasks) {
  const auto taken = [&](const std::string& branch) {
    m.s(3) = 0;
    m.run(branch + " 1\ns_mov_b32 s3, 1");
    return m.s(3) == 0;
  };
  for (const uint64_t mask : {uint64_t{0}, uint64_t{1}, uint64_t{1} << 32, kAll}) {
    set_vcc(mask);
    EXPECT_EQ(taken("s_cbranch_vccz"), mask == 0) << mask;
    EXPECT_EQ(taken("s_cbranch_vccnz"), mask != 0) << mask;
    set_exec(mask);
    EXPECT_EQ(taken("s_cbranch_execz"), mask == 0) << mask;
    EXPECT_EQ(taken("s_cbranch_execnz"), mask != 0) << mask;
  }
}

TEST_P(Wave64, SavesExec) {
  set_exec(0xffff'0000'1234'5678);
  m.set_scalar64(4, 0x0f0f'0f0f'0000'ffff);
  m.run("s_and_saveexec_b64 s[6:7], s[4:5]");
  EXPECT_EQ(m.scalar64(6), 0xffff'0000'1234'5678u);
  EXPECT_EQ(exec(), 0x0f0f'0000'0000'5678u);
  EXPECT_TRUE(m.scc());
}

// --- instructions that know or name lanes
TEST_P(Wave64, CountsTheLanesBelow) {
  m.run("v_mbcnt_lo_u32_b32 v1, -1, 0\nv_mbcnt_hi_u32_b32 v1, -1, v1");
  expect(1, kAll, [](unsigned lane) { return lane; });
  const uint64_t mask = 0x8421'0f0f'1234'8765;
  m.set_scalar64(4, mask);
  m.run("v_mbcnt_lo_u32_b32 v1, s4, 7\nv_mbcnt_hi_u32_b32 v1, s5, v1");
  expect(1, kAll, [](unsigned lane) {
    return 7u + static_cast<uint32_t>(__builtin_popcountll(mask & ((uint64_t{1} << lane) - 1)));
  });
}

TEST_P(Wave64, ReadsAndWritesAnyLane) {
  fill_with_lanes(1);
  set_exec(uint64_t{1} << 45);
  m.run("v_readlane_b32 s4, v1, 63\nv_readfirstlane_b32 s5, v1");
  EXPECT_EQ(m.s(4), 1063u);
  EXPECT_EQ(m.s(5), 1045u);
  m.s(6) = 64 + 3;  // only six bits count
  m.run("v_readlane_b32 s4, v1, s6");
  EXPECT_EQ(m.s(4), 1003u);
  set_exec(0);
  m.run("v_readfirstlane_b32 s5, v1");
  EXPECT_EQ(m.s(5), 1000u);
  m.s(7) = 77;
  m.run("v_writelane_b32 v2, s7, 40\nv_writelane_b32 v2, 9, 2");
  expect(2, uint64_t{1} << 40 | 4, [](unsigned lane) { return lane == 40 ? 77u : 9u; });
}

TEST_P(Wave64, SwapsHalves) {
  fill_with_lanes(1);
  set_exec(0xffff'0000'0000'00ff);  // inactive lanes are read
  m.run("v_permlane64_b32 v2, v1");
  expect(2, exec(), [](unsigned lane) { return 1000 + (lane ^ 32); });
  set_exec(kAll);
  m.run("v_permlane64_b32 v1, v1");
  expect(1, kAll, [](unsigned lane) { return 1000 + (lane ^ 32); });
}

TEST_P(Wave64, PermutesRowsOf16InEachHalf) {
  fill_with_lanes(1);
  m.set_scalar64(4, 0x0123'4567'89ab'cdef);  // lane i of a row reads 15 - i
  m.run("v_permlane16_b32 v2, v1, s4, s5\nv_permlanex16_b32 v3, v1, s4, s5");
  expect(2, kAll, [](unsigned lane) { return 1000 + (lane ^ 15); });
  expect(3, kAll, [](unsigned lane) { return 1000 + (lane ^ 31); });
}

TEST_P(Wave64, HasFourRowsForDpp) {
  fill_with_lanes(1);
  m.run("v_mov_b32_dpp v2, v1 row_xmask:5 row_mask:0xf bank_mask:0xf");
  expect(2, kAll, [](unsigned lane) { return 1000 + (lane ^ 5); });
  m.run("v_mov_b32_dpp v3, v1 row_share:3 row_mask:0x4 bank_mask:0xf");
  expect(3, uint64_t{0xffff} << 32, [](unsigned) { return 1035; });
  m.run("v_mov_b32_dpp v4, v1 row_shr:1 row_mask:0x9 bank_mask:0xf");
  expect(4, 0xfffe'0000'0000'fffe, [](unsigned lane) { return 999 + lane; });
  m.run("v_mov_b32_dpp v5, v1 dpp8:[7,6,5,4,3,2,1,0]");
  expect(5, kAll, [](unsigned lane) { return 1000 + (lane ^ 7); });
  // A mask result: lanes that DPP disables are 0.
  m.run("v_add_co_ci_u32_dpp v6, vcc, v1, v1, vcc row_mirror row_mask:0x2 bank_mask:0xf");
  EXPECT_EQ(vcc(), 0u);
}

// gfx11 permutes within halves, gfx12 across the wave (LLVM, supportsWaveWideBPermute).
TEST_P(Wave64, PermutesThroughLds) {
  fill_with_lanes(1);
  fill(0, [](unsigned lane) { return 4 * (lane * 7 + 3); });
  m.run("ds_bpermute_b32 v2, v0, v1");
  const unsigned reach = gfx12() ? 64 : 32;
  const auto source = [reach](unsigned lane) {
    return (lane & ~(reach - 1)) | ((lane * 7 + 3) % reach);
  };
  expect(2, kAll, [&](unsigned lane) { return 1000 + source(lane); });
  m.run("ds_permute_b32 v3, v0, v1");
  std::vector<uint32_t> sent(kWave);
  for (unsigned lane = 0; lane < kWave; ++lane) sent[source(lane)] = 1000 + lane;
  expect(3, kAll, [&](unsigned lane) { return sent[lane]; });
  // Inactive lanes give 0; the data register may be the destination.
  set_exec(0xffff'ffff'0000'ffff);
  m.run("ds_bpermute_b32 v1, v0, v1");
  for (unsigned lane = 0; lane < kWave; ++lane) {
    if ((exec() >> lane & 1) == 0) continue;
    const bool active = (exec() >> source(lane) & 1) != 0;
    EXPECT_EQ(m.cell(1, lane), active ? 1000 + source(lane) : 0) << lane;
  }
}

TEST_P(Wave64, SwizzlesGroupsOf32) {
  fill_with_lanes(1);
  m.run("ds_swizzle_b32 v2, v1 offset:swizzle(SWAP,16)");
  expect(2, kAll, [](unsigned lane) { return 1000 + (lane ^ 16); });
}

// --- memory
TEST_P(Wave64, LoadsAndStoresWithAllLanes) {
  fill(0, [](unsigned lane) { return 8 * lane; });
  fill(2, [](unsigned lane) { return 500 + lane; });
  fill(3, [](unsigned lane) { return 900 + lane; });
  m.set_scalar64(4, m.address());
  set_exec(kSome);
  const std::vector<std::byte> before = m.memory();
  m.run("global_store_b64 v0, v[2:3], s[4:5]\nglobal_load_b64 v[6:7], v0, s[4:5]");
  for (unsigned lane = 0; lane < kWave; ++lane) {
    uint32_t words[2];
    std::memcpy(words, &m.memory()[8 * lane], 8);
    if ((kSome >> lane & 1) != 0) {
      EXPECT_EQ(words[0], 500 + lane);
      EXPECT_EQ(words[1], 900 + lane);
    } else {
      EXPECT_EQ(std::memcmp(words, &before[8 * lane], 8), 0) << lane;
    }
  }
  expect(6, kSome, [](unsigned lane) { return 500 + lane; });
  expect(7, kSome, [](unsigned lane) { return 900 + lane; });
}

TEST_P(Wave64, GivesEachLaneItsScratch) {
  m.resize_scratch(16);
  fill(1, [](unsigned lane) { return 0x1000 + lane; });
  m.run("scratch_store_b32 off, v1, off offset:8\nscratch_load_b32 v2, off, off offset:8");
  for (unsigned lane = 0; lane < kWave; ++lane) {
    uint32_t word = 0;
    std::memcpy(&word, &m.scratch()[16 * lane + 8], 4);
    EXPECT_EQ(word, 0x1000 + lane);
  }
  expect(2, kAll, [](unsigned lane) { return 0x1000 + lane; });
}

TEST_P(Wave64, AddsAtomicallyInTheOrderOfLanes) {
  fill(0, [](unsigned) { return 64; });
  fill(1, [](unsigned lane) { return lane; });
  std::memset(&m.lds()[64], 0, 4);
  m.run("ds_add_rtn_u32 v2, v0, v1");
  expect(2, kAll, [](unsigned lane) { return lane * (lane - 1) / 2; });
}

TEST_P(Wave64, AddressesLdsByLane) {
  m.m0() = 16;
  fill(1, [](unsigned lane) { return 3 * lane; });
  m.run("ds_store_addtid_b32 v1 offset:8\nds_load_addtid_b32 v2 offset:12");
  for (unsigned lane = 0; lane < kWave; ++lane) {
    uint32_t word = 0;
    std::memcpy(&word, &m.lds()[24 + 4 * lane], 4);
    EXPECT_EQ(word, 3 * lane);
    if (lane != 63) {
      EXPECT_EQ(m.cell(2, lane), 3 * (lane + 1));
    }
  }
}

TEST_P(Wave64, ChecksBuffersLaneByLane) {
  fill(0, [](unsigned lane) { return 4 * lane; });
  m.set_scalar64(4, m.address());
  m.s(6) = 4 * 40;  // NUM_RECORDS
  m.s(7) = 0x31004000;
  for (unsigned i = 0; i < kWave; ++i) std::memcpy(&m.memory()[4 * i], &i, 4);
  m.run(gfx12() ? "buffer_load_b32 v2, v0, s[4:7], null offen"
                : "buffer_load_b32 v2, v0, s[4:7], 0 offen");
  expect(2, kAll, [](unsigned lane) { return lane < 40 ? lane : 0; });
}

// --- matrices: C = A B with small integers, elements where the manuals have them
TEST_P(Wave64, MultipliesMatrices) {
  const auto a = [](unsigned i, unsigned k) { return (i * 3 + k * 5) % 7; };
  const auto b = [](unsigned k, unsigned j) { return (k * 2 + j * 3) % 5; };
  const auto half = [](unsigned value) {  // a small integer in f16
    constexpr uint32_t codes[] = {0, 0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600};
    return codes[value];
  };
  const auto pair = [&](unsigned low, unsigned high) { return half(low) | half(high) << 16; };
  for (unsigned lane = 0; lane < kWave; ++lane) {
    const unsigned i = lane % 16;
    // gfx11: sixteen K in eight registers, copied to all four rows of lanes; gfx12: four K in two
    // registers, other ones in each row.
    for (unsigned r = 0; r < (gfx12() ? 2 : 8); ++r) {
      const unsigned k = gfx12() ? lane / 16 * 4 + 2 * r : 2 * r;
      m.cell(0 + r, lane) = pair(a(i, k), a(i, k + 1));
      m.cell(8 + r, lane) = pair(b(k, i), b(k + 1, i));
    }
    for (unsigned r = 0; r < 4; ++r) m.cell(16 + r, lane) = bits(100.0F);
  }
  const std::string ab = gfx12() ? "v[0:1], v[8:9]" : "v[0:7], v[8:15]";
  m.run("v_wmma_f32_16x16x16_f16 v[20:23], " + ab + ", v[16:19]\n" +
        "v_wmma_f32_16x16x16_f16 v[24:27], " + ab + ", 1.0\n" +
        "v_wmma_f32_16x16x16_f16 v[16:19], " + ab + ", v[16:19]");
  for (unsigned lane = 0; lane < kWave; ++lane) {
    const unsigned j = lane % 16;
    for (unsigned r = 0; r < 4; ++r) {
      // gfx11: rows go round the four rows of lanes; gfx12: a wave32's registers 4 to 7 are the
      // lanes from 32 on.
      const unsigned i = gfx12() ? lane / 16 % 2 * 8 + lane / 32 * 4 + r : 4 * r + lane / 16;
      unsigned sum = 0;
      for (unsigned k = 0; k < 16; ++k) sum += a(i, k) * b(k, j);
      EXPECT_EQ(m.cell(20 + r, lane), bits(100.0F + static_cast<float>(sum))) << lane << " " << r;
      EXPECT_EQ(m.cell(16 + r, lane), bits(100.0F + static_cast<float>(sum))) << lane << " " << r;
      EXPECT_EQ(m.cell(24 + r, lane), bits(1.0F + static_cast<float>(sum))) << lane << " " << r;
    }
  }
}

// --- what there is not
TEST_P(Wave64, RefusesDualIssueByName) {
  EXPECT_THAT(refusal(assemble(GetParam(), "v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v3, v2")),
              HasSubstr("a wave64 has no dual-issue instructions"));
}

TEST_P(Wave64, RefusesOddMasks) {
  // v_cmp_lt_u32 s[6:7], v0, v1 with the destination changed to s7
  auto dwords = assemble(GetParam(), "v_cmp_lt_u32 s[6:7], v0, v1", emu::WaveSize::w64);
  dwords[0] |= 1;
  EXPECT_THAT(refusal(dwords), HasSubstr("cannot begin at register 7"));
}

TEST(Wave64Gfx12, RefusesTransposingLoadsByName) {
  Machine m(kGfx12, emu::WaveSize::w64);
  try {
    m.run("global_load_tr_b128 v[2:3], v0, s[4:5]");
    FAIL();
  } catch (const emu::Fault& fault) {
    EXPECT_THAT(fault.what, HasSubstr("global_load_tr_b128 is not supported in a wave64"));
  }
}

}  // namespace
}  // namespace tilewright::test
