// Global, flat, scratch, scalar and buffer memory instructions.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstring>

#include "emu/exec/access.hpp"
#include "emu/exec/fault.hpp"
#include "machine.hpp"

namespace tilewright::test {
namespace {

class Memory : public testing::TestWithParam<std::string_view> {
 protected:
  Machine m{GetParam()};

  uint32_t at(size_t offset, unsigned bytes = 4) {
    uint32_t value = 0;
    std::memcpy(&value, m.memory().data() + offset, bytes);
    return value;
  }
  /// v[2:3] = address of each lane, v1 = its offset, s[4:5] = the base.
  void addresses(unsigned base, unsigned stride) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      m.v(1)[lane] = base + stride * lane;
      m.set64(2, lane, m.address() + base + stride * lane);
    }
    m.set_scalar64(4, m.address());
  }
};
INSTANTIATE_TEST_SUITE_P(Targets, Memory, testing::Values(kGfx11, kGfx12));

TEST_P(Memory, GlobalLoads) {
  addresses(64, 24);
  m.run(
      "global_load_b32 v4, v[2:3], off offset:-32\n global_load_b128 v[8:11], v1, s[4:5]\n"
      "global_load_b64 v[12:13], v1, s[4:5] offset:8\n global_load_b96 v[14:16], v[2:3], off\n"
      "global_load_u8 v17, v1, s[4:5] offset:1\n global_load_i8 v18, v1, s[4:5] offset:1\n"
      "global_load_u16 v19, v1, s[4:5] offset:1\n global_load_i16 v20, v1, s[4:5] offset:1");
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const size_t base = 64 + 24 * lane;
    EXPECT_EQ(m.v(4)[lane], at(base - 32));
    for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(m.v(8 + i)[lane], at(base + 4 * i));
    for (unsigned i = 0; i < 2; ++i) EXPECT_EQ(m.v(12 + i)[lane], at(base + 8 + 4 * i));
    for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(m.v(14 + i)[lane], at(base + 4 * i));
    EXPECT_EQ(m.v(17)[lane], at(base + 1, 1));
    EXPECT_EQ(m.v(18)[lane], static_cast<uint32_t>(static_cast<int8_t>(at(base + 1, 1))));
    EXPECT_EQ(m.v(19)[lane], at(base + 1, 2));
    EXPECT_EQ(m.v(20)[lane], static_cast<uint32_t>(static_cast<int16_t>(at(base + 1, 2))));
  }
}

/// With the addresses that were found to give a WMMA's factor from rows of K on a gfx1201, all 256
/// elements in their places: lane L then holds column L mod 16, K from 8 (L / 16) on.
TEST(TransposingLoad, MakesAFactorOfRowsOfK) {
  Machine m(kGfx12);
  constexpr unsigned kRow = 20;  // elements from row to row
  const auto element = [](unsigned k, unsigned column) {
    return static_cast<uint16_t>(0x4000 + k * 16 + column);
  };
  for (unsigned k = 0; k < 16; ++k) {
    for (unsigned column = 0; column < 16; ++column) {
      const uint16_t value = element(k, column);
      std::memcpy(m.memory().data() + 2 * (k * kRow + column), &value, 2);
    }
  }
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    m.v(1)[lane] = 2 * ((8 * (lane / 16) + lane % 8) * kRow + lane / 8 % 2 * 8);
  }
  m.set_scalar64(4, m.address());
  m.run("global_load_tr_b128 v[8:11], v1, s[4:5]");
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    for (unsigned i = 0; i < 8; ++i) {
      EXPECT_EQ(m.v(8 + i / 2)[lane] >> (i % 2 * 16) & 0xffff,
                element(8 * (lane / 16) + i, lane % 16))
          << "lane " << lane << " element " << i;
    }
  }
  m.exec() = 0xfffffffe;
  EXPECT_THROW(m.run("global_load_tr_b128 v[8:11], v1, s[4:5]"), emu::Fault);
}

TEST_P(Memory, GlobalHalves) {
  addresses(0, 6);
  for (unsigned i = 8; i < 12; ++i) m.fill(i, 0x55556666);
  m.run(
      "global_load_d16_b16 v8, v1, s[4:5]\n global_load_d16_hi_b16 v9, v1, s[4:5]\n"
      "global_load_d16_u8 v10, v1, s[4:5]\n global_load_d16_hi_i8 v11, v1, s[4:5]");
  EXPECT_EQ(m.v(8)[5], 0x55550000 | at(30, 2));
  EXPECT_EQ(m.v(9)[5], 0x6666 | at(30, 2) << 16);
  EXPECT_EQ(m.v(10)[5], 0x55550000 | at(30, 1));
  EXPECT_EQ(m.v(11)[5], 0x6666u | static_cast<uint32_t>(static_cast<int8_t>(at(30, 1))) << 16);
}

TEST_P(Memory, GlobalStores) {
  addresses(64, 48);
  m.exec() = 0xfffffffe;
  m.run(
      "global_store_b128 v[2:3], v[8:11], off\n global_store_b64 v1, v[12:13], s[4:5] offset:16\n"
      "global_store_b32 v1, v14, s[4:5] offset:24\n global_store_b16 v1, v15, s[4:5] offset:28\n"
      "global_store_b8 v1, v16, s[4:5] offset:30\n"
      "global_store_d16_hi_b16 v1, v17, s[4:5] offset:32\n"
      "global_store_d16_hi_b8 v1, v18, s[4:5] offset:34");
  for (unsigned lane = 1; lane < kLanes; ++lane) {
    const size_t base = 64 + 48 * lane;
    for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(at(base + 4 * i), m.v(8 + i)[lane]);
    EXPECT_EQ(at(base + 20), m.v(13)[lane]);
    EXPECT_EQ(at(base + 24), m.v(14)[lane]);
    EXPECT_EQ(at(base + 28, 2), m.v(15)[lane] & 0xffff);
    EXPECT_EQ(at(base + 30, 1), m.v(16)[lane] & 0xff);
    EXPECT_EQ(at(base + 32, 2), m.v(17)[lane] >> 16);
    EXPECT_EQ(at(base + 34, 1), m.v(18)[lane] >> 16 & 0xff);
  }
  Machine fresh(GetParam());
  EXPECT_EQ(std::memcmp(m.memory().data() + 64, fresh.memory().data() + 64, 48), 0)
      << "lane 0 is inactive";
}

TEST_P(Memory, GlobalOffsetIsUnsigned) {
  addresses(0, 4);
  // Base + zero-extended VGPR: a base far below, and an offset above 2^31.
  m.set_scalar64(4, m.address() - 0x80000000);
  for (unsigned lane = 0; lane < kLanes; ++lane) m.v(1)[lane] = 0x80000000 + 4 * lane;
  m.run("global_load_b32 v4, v1, s[4:5]");
  EXPECT_EQ(m.v(4)[9], at(36));
}

TEST_P(Memory, OutsideIsAFaultOfTheLane) {
  addresses(0, 16);
  m.set64(2, 21, m.address() + 4096 - 8);
  try {
    m.run("global_load_b128 v[8:11], v[2:3], off");
    FAIL() << "no fault";
  } catch (const emu::Fault& fault) {
    EXPECT_EQ(fault.lane, 21);
  }
  m.exec() = ~(1u << 21);
  EXPECT_NO_THROW(m.run("global_load_b128 v[8:11], v[2:3], off"));
  m.set64(2, 0, ~uint64_t{0} - 3);
  EXPECT_THROW(m.run("global_store_b32 v[2:3], v8, off"), emu::Fault);
}

TEST_P(Memory, GlobalAtomics) {
  addresses(64, 8);
  Machine before(GetParam());
  const std::string returning = GetParam() == kGfx11 ? " glc" : " th:TH_ATOMIC_RETURN";
  const auto old = [&](unsigned lane, unsigned offset = 0) {
    uint32_t value = 0;
    std::memcpy(&value, before.memory().data() + 64 + 8 * lane + offset, 4);
    return value;
  };
  m.run("global_atomic_add_u32 v8, v1, v9, s[4:5]" + returning);
  EXPECT_EQ(m.v(8)[3], old(3));
  EXPECT_EQ(at(64 + 24), old(3) + m.v(9)[3]);
  m.run("global_atomic_swap_b64 v[2:3], v[10:11], off");
  EXPECT_EQ(at(64 + 28), m.v(11)[3]);
  for (unsigned lane = 0; lane < kLanes; ++lane) m.v(13)[lane] = m.v(10)[lane];  // compare
  m.v(13)[4] = 1;
  m.run("global_atomic_cmpswap_b32 v8, v1, v[12:13], s[4:5]" + returning);
  EXPECT_EQ(at(64 + 24), m.v(12)[3]);
  EXPECT_EQ(at(64 + 32), m.v(10)[4]) << "the comparison failed";
  EXPECT_EQ(m.v(8)[4], m.v(10)[4]);
  m.fill(1, 128);
  m.fill(9, bits(2.0F));
  std::memset(m.memory().data() + 128, 0, 4);
  m.run("global_atomic_add_f32 v1, v9, s[4:5]");
  EXPECT_EQ(at(128), bits(64.0F));
  m.fill(1, 129);
  EXPECT_THROW(m.run("global_atomic_add_u32 v1, v9, s[4:5]"), emu::Fault);
}

TEST_P(Memory, Flat) {
  addresses(64, 16);
  m.resize_scratch(64);
  for (unsigned lane = 0; lane < 8; ++lane) {
    m.set64(2, lane, uint64_t{emu::shared_aperture_hi} << 32 | (256 + 16 * lane));
  }
  for (unsigned lane = 8; lane < 12; ++lane) {
    m.set64(2, lane, uint64_t{emu::private_aperture_hi} << 32 | (4 * (lane - 8)));
  }
  m.run("flat_load_b128 v[8:11], v[2:3]\n flat_load_u8 v12, v[2:3]\n flat_store_b32 v[2:3], v13");
  uint32_t word = 0;
  std::memcpy(&word, m.lds().data() + 256 + 16 * 3 + 4, 4);
  EXPECT_EQ(m.v(9)[3], word);
  std::memcpy(&word, m.lds().data() + 256 + 16 * 3, 4);
  EXPECT_EQ(word, m.v(13)[3]);
  std::memcpy(&word, m.scratch().data() + 64 * 10 + 8, 4);
  EXPECT_EQ(word, m.v(13)[10]);
  EXPECT_EQ(m.v(10)[20], at(64 + 16 * 20 + 8));
  EXPECT_EQ(at(64 + 16 * 20), m.v(13)[20]);
}

TEST_P(Memory, Scratch) {
  m.resize_scratch(96);
  for (unsigned lane = 0; lane < kLanes; ++lane) m.v(1)[lane] = 16;
  m.s(6) = 32;
  m.run(
      "scratch_store_b128 v1, v[8:11], off offset:16\n scratch_store_b32 off, v12, s6 offset:4\n"
      "scratch_store_b16 off, v13, off offset:8\n scratch_load_b64 v[14:15], v1, off offset:16\n"
      "scratch_load_b32 v16, off, s6 offset:4\n scratch_load_d16_hi_b16 v17, off, off offset:8");
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    uint32_t word = 0;
    std::memcpy(&word, m.scratch().data() + 96 * lane + 32 + 12, 4);
    EXPECT_EQ(word, m.v(11)[lane]);
    EXPECT_EQ(m.v(14)[lane], m.v(8)[lane]);
    EXPECT_EQ(m.v(16)[lane], m.v(12)[lane]);
    EXPECT_EQ(m.v(17)[lane] >> 16, m.v(13)[lane] & 0xffff);
  }
  EXPECT_THROW(m.run("scratch_load_b64 v[8:9], off, off offset:92"), emu::Fault);
  EXPECT_THROW(m.run("scratch_load_b32 v8, off, off offset:-4"), emu::Fault);
}

TEST_P(Memory, ScalarLoads) {
  m.set_scalar64(4, m.address());
  m.s(20) = 100;
  m.run(
      "s_load_b32 s6, s[4:5], 0x10\n s_load_b64 s[8:9], s[4:5], 0x20\n"
      "s_load_b128 s[12:15], s[4:5], s20 offset:0x4\n s_load_b512 s[24:39], s[4:5], 0x40\n"
      "s_load_b32 s7, s[4:5], 0x12");
  EXPECT_EQ(m.s(6), at(0x10));
  EXPECT_EQ(m.s(9), at(0x24));
  EXPECT_EQ(m.s(15), at(104 + 12));
  EXPECT_EQ(m.s(39), at(0x40 + 60));
  EXPECT_EQ(m.s(7), at(0x10)) << "the low two bits of the address do not count";
  m.set_scalar64(4, m.address() + 4096);
  EXPECT_THROW(m.run("s_load_b32 s6, s[4:5], 0x0"), emu::Fault);
  EXPECT_NO_THROW(m.run("s_load_b32 s6, s[4:5], -0x4"));
}

TEST(MemoryGfx12, SmallScalarLoads) {
  Machine m(kGfx12);
  m.memory()[5] = std::byte{0x85};
  m.memory()[6] = std::byte{0x86};
  m.memory()[7] = std::byte{0xf7};
  m.set_scalar64(4, m.address());
  m.run(
      "s_load_u8 s6, s[4:5], 0x5\n s_load_i8 s7, s[4:5], 0x5\n s_load_u16 s8, s[4:5], 0x6\n"
      "s_load_i16 s9, s[4:5], 0x6\n s_load_b96 s[12:14], s[4:5], 0x8\n"
      "s_prefetch_data s[4:5], 0x0, s0, 0");
  EXPECT_EQ(m.s(6), 0x85u);
  EXPECT_EQ(m.s(7), 0xffffff85u);
  EXPECT_EQ(m.s(8), 0xf786u);
  EXPECT_EQ(m.s(9), 0xfffff786u);
}

TEST_P(Memory, ReportsAccesses) {
  addresses(0, 4);
  m.exec() = 0xf0;
  m.run(
      "global_load_b32 v8, v1, s[4:5]\n s_load_b64 s[8:9], s[4:5], 0x8\n"
      "global_atomic_add_u32 v1, v9, s[4:5]");
  ASSERT_EQ(m.accesses().size(), 3u);
  EXPECT_EQ(m.accesses()[0].access.lanes, 0xf0u);
  EXPECT_EQ(m.accesses()[0].address[5], m.address() + 20);
  EXPECT_EQ(m.accesses()[1].access.space, emu::MemoryAccess::Space::scalar);
  EXPECT_EQ(m.accesses()[1].access.bytes, 8);
  EXPECT_EQ(m.accesses()[1].address[0], m.address() + 8);
  EXPECT_TRUE(m.accesses()[2].access.atomic);
  EXPECT_TRUE(m.accesses()[2].access.write);
}

TEST_P(Memory, CacheControlDoesNothing) {
  if (GetParam() == kGfx11) {
    m.run(
        "buffer_gl0_inv\n buffer_gl1_inv\n s_dcache_inv\n s_gl1_inv\n s_waitcnt vmcnt(0)\n"
        "s_waitcnt_vscnt null, 0x0");
  } else {
    m.run(
        "global_inv scope:SCOPE_DEV\n global_wb\n s_dcache_inv\n s_wait_loadcnt 0x0\n"
        "s_wait_storecnt_dscnt 0x0\n s_wait_kmcnt 0x0\n s_wait_alu 0xfffe");
  }
}

}  // namespace
}  // namespace tilewright::test
