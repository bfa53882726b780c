// LDS instructions.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstring>

#include "emu/exec/fault.hpp"
#include "machine.hpp"

namespace tilewright::test {
namespace {

class Lds : public testing::TestWithParam<std::string_view> {
 protected:
  Machine m{GetParam()};

  uint32_t at(size_t offset, unsigned bytes) {
    uint32_t value = 0;
    std::memcpy(&value, m.lds().data() + offset, bytes);
    return value;
  }
  /// v1 = address of each lane.
  void addresses(unsigned base, unsigned stride) {
    for (unsigned lane = 0; lane < kLanes; ++lane) m.v(1)[lane] = base + stride * lane;
  }
};
INSTANTIATE_TEST_SUITE_P(Targets, Lds, testing::Values(kGfx11, kGfx12));

TEST_P(Lds, LoadsOfEveryWidth) {
  addresses(8, 20);
  m.run(
      "ds_load_b32 v4, v1 offset:4\n ds_load_b64 v[6:7], v1 offset:4\n"
      "ds_load_b96 v[8:10], v1 offset:4\n ds_load_b128 v[12:15], v1 offset:260");
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const size_t base = 12 + 20 * lane;
    EXPECT_EQ(m.v(4)[lane], at(base, 4));
    for (unsigned i = 0; i < 2; ++i) EXPECT_EQ(m.v(6 + i)[lane], at(base + 4 * i, 4));
    for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(m.v(8 + i)[lane], at(base + 4 * i, 4));
    for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(m.v(12 + i)[lane], at(base + 256 + 4 * i, 4));
  }
}

TEST_P(Lds, SmallLoads) {
  addresses(1, 3);
  m.fill(8, 0x55556666);
  m.fill(9, 0x55556666);
  m.fill(10, 0x55556666);
  m.fill(11, 0x55556666);
  m.run(
      "ds_load_u8 v4, v1\n ds_load_i8 v5, v1\n ds_load_u16 v6, v1\n ds_load_i16 v7, v1\n"
      "ds_load_u8_d16 v8, v1\n ds_load_u8_d16_hi v9, v1\n ds_load_u16_d16 v10, v1\n"
      "ds_load_i8_d16_hi v11, v1");
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const uint32_t byte = at(1 + 3 * lane, 1);
    const uint32_t half = at(1 + 3 * lane, 2);
    EXPECT_EQ(m.v(4)[lane], byte);
    EXPECT_EQ(m.v(5)[lane], static_cast<uint32_t>(static_cast<int8_t>(byte)));
    EXPECT_EQ(m.v(6)[lane], half);
    EXPECT_EQ(m.v(7)[lane], static_cast<uint32_t>(static_cast<int16_t>(half)));
    EXPECT_EQ(m.v(8)[lane], 0x55550000 | byte);
    EXPECT_EQ(m.v(9)[lane], 0x00006666 | byte << 16);
    EXPECT_EQ(m.v(10)[lane], 0x55550000 | half);
    EXPECT_EQ(m.v(11)[lane], 0x6666u | static_cast<uint32_t>(static_cast<int8_t>(byte)) << 16);
  }
}

TEST_P(Lds, StoresOfEveryWidth) {
  addresses(16, 100);
  const std::vector<std::byte> before = m.lds();
  m.run(
      "ds_store_b128 v1, v[4:7]\n ds_store_b96 v1, v[8:10] offset:16\n"
      "ds_store_b64 v1, v[12:13] offset:28\n ds_store_b32 v1, v14 offset:36\n"
      "ds_store_b16 v1, v15 offset:40\n ds_store_b8 v1, v16 offset:42\n"
      "ds_store_b16_d16_hi v1, v17 offset:44\n ds_store_b8_d16_hi v1, v18 offset:46");
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const size_t base = 16 + 100 * lane;
    for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(at(base + 4 * i, 4), m.v(4 + i)[lane]);
    for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(at(base + 16 + 4 * i, 4), m.v(8 + i)[lane]);
    for (unsigned i = 0; i < 2; ++i) EXPECT_EQ(at(base + 28 + 4 * i, 4), m.v(12 + i)[lane]);
    EXPECT_EQ(at(base + 36, 4), m.v(14)[lane]);
    EXPECT_EQ(at(base + 40, 2), m.v(15)[lane] & 0xffff);
    EXPECT_EQ(at(base + 42, 1), m.v(16)[lane] & 0xff);
    EXPECT_EQ(m.lds()[base + 43], before[base + 43]);
    EXPECT_EQ(at(base + 44, 2), m.v(17)[lane] >> 16);
    EXPECT_EQ(at(base + 46, 1), m.v(18)[lane] >> 16 & 0xff);
    EXPECT_EQ(m.lds()[base + 47], before[base + 47]);
  }
}

TEST_P(Lds, TwoAddresses) {
  addresses(8, 8);
  m.run(
      "ds_load_2addr_b32 v[4:5], v1 offset0:1 offset1:3\n"
      "ds_load_2addr_b64 v[6:9], v1 offset0:2 offset1:5\n"
      "ds_load_2addr_stride64_b32 v[10:11], v1 offset0:1 offset1:2\n"
      "ds_load_2addr_stride64_b64 v[12:15], v1 offset0:1 offset1:3");
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const size_t base = 8 + 8 * lane;
    EXPECT_EQ(m.v(4)[lane], at(base + 4, 4));
    EXPECT_EQ(m.v(5)[lane], at(base + 12, 4));
    EXPECT_EQ(m.v(6)[lane], at(base + 16, 4));
    EXPECT_EQ(m.v(7)[lane], at(base + 20, 4));
    EXPECT_EQ(m.v(8)[lane], at(base + 40, 4));
    EXPECT_EQ(m.v(9)[lane], at(base + 44, 4));
    EXPECT_EQ(m.v(10)[lane], at(base + 256, 4));
    EXPECT_EQ(m.v(11)[lane], at(base + 512, 4));
    EXPECT_EQ(m.v(12)[lane], at(base + 512, 4));
    EXPECT_EQ(m.v(15)[lane], at(base + 1540, 4));
  }
  // The destination may be the address.
  m.run("ds_load_2addr_b32 v[0:1], v1 offset0:0 offset1:1");
  EXPECT_EQ(m.v(1)[2], at(8 + 16 + 4, 4));
  addresses(8, 8);
  m.run(
      "ds_store_2addr_b32 v1, v20, v21 offset0:0 offset1:255\n"
      "ds_store_2addr_stride64_b64 v1, v[22:23], v[24:25] offset0:3 offset1:4");
  EXPECT_EQ(at(8 + 24, 4), m.v(20)[3]);
  EXPECT_EQ(at(8 + 24 + 1020, 4), m.v(21)[3]);
  EXPECT_EQ(at(8 + 24 + 1536, 4), m.v(22)[3]);
  EXPECT_EQ(at(8 + 24 + 2052, 4), m.v(25)[3]);
}

TEST_P(Lds, InactiveLanesAreLeftAlone) {
  addresses(0, 16);
  m.exec() = 0x0000fff1;
  for (unsigned lane = 1; lane < 4; ++lane) m.v(1)[lane] = 0xffffff00;  // would be out of range
  const std::vector<std::byte> before = m.lds();
  m.run("ds_load_b128 v[4:7], v1\n ds_store_b128 v1, v[8:11]");
  EXPECT_EQ(m.v(4)[1], 0xbad00401u);
  EXPECT_EQ(m.v(7)[31], 0xbad0071fu);
  EXPECT_EQ(at(16 * 4 + 4, 4), m.v(9)[4]);
  EXPECT_EQ(std::memcmp(m.lds().data() + 512 - 256, before.data() + 512 - 256, 256), 0);
}

/// Compilers write s[127 - lane] as -4 * lane with the offset 508 (LLVM's ds-sub-offset.ll has
/// them), so the sum of address and offset wraps at 32 bits.
TEST_P(Lds, AddressAndOffsetWrap) {
  for (unsigned lane = 0; lane < kLanes; ++lane) m.v(1)[lane] = 0u - 4 * lane;
  m.run("ds_load_b32 v4, v1 offset:508\n ds_load_b64 v[6:7], v1 offset:504");
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    EXPECT_EQ(m.v(4)[lane], at(508 - 4 * lane, 4));
    EXPECT_EQ(m.v(7)[lane], at(508 - 4 * lane, 4));
  }
  ASSERT_EQ(m.accesses().size(), 2u);  // what strict mode and counters see
  EXPECT_EQ(m.accesses()[0].address[31], 508u - 124);
  // Each of two addresses wraps by itself.
  for (unsigned lane = 0; lane < kLanes; ++lane) m.v(1)[lane] = 0u - 4 * (lane + 1);
  m.run("ds_load_2addr_b32 v[4:5], v1 offset0:32 offset1:255");
  m.run("ds_store_2addr_stride64_b32 v1, v20, v21 offset0:1 offset1:2");
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    EXPECT_EQ(m.v(4)[lane], at(124 - 4 * lane, 4)) << lane;
    EXPECT_EQ(m.v(5)[lane], at(1016 - 4 * lane, 4)) << lane;
    EXPECT_EQ(at(252 - 4 * lane, 4), m.v(20)[lane]);
    EXPECT_EQ(at(508 - 4 * lane, 4), m.v(21)[lane]);
  }
  m.run("ds_add_u32 v1, v22 offset:128");
  EXPECT_EQ(m.accesses()[0].address[31], 0u);
}

TEST_P(Lds, WrappedOutOfRangeIsAFault) {
  addresses(0, 16);
  m.v(1)[17] = 0xffffff00;
  EXPECT_THROW(m.run("ds_load_b32 v4, v1 offset:252"), emu::Fault);  // 0xfffffffc
  EXPECT_NO_THROW(m.run("ds_load_b32 v4, v1 offset:256"));
  EXPECT_THROW(m.run("ds_load_2addr_b32 v[4:5], v1 offset0:63 offset1:64"), emu::Fault);
  m.v(1)[17] = 0xffff0000;
  EXPECT_THROW(m.run("ds_store_b8 v1, v4 offset:65535"), emu::Fault);
}

TEST_P(Lds, OutOfRangeIsAFault) {
  addresses(0, 16);
  m.v(1)[17] = 4096 - 12;
  try {
    m.run("ds_load_b128 v[4:7], v1");
    FAIL() << "no fault";
  } catch (const emu::Fault& fault) {
    EXPECT_EQ(fault.lane, 17);
  }
  EXPECT_NO_THROW(m.run("ds_load_b96 v[4:6], v1"));
}

TEST_P(Lds, Atomics) {
  struct Case {
    const char* name;
    uint32_t (*result)(uint32_t old, uint32_t data);
  };
  const Case cases[] = {
      {"add_u32", [](uint32_t o, uint32_t d) { return o + d; }},
      {"sub_u32", [](uint32_t o, uint32_t d) { return o - d; }},
      {"rsub_u32", [](uint32_t o, uint32_t d) { return d - o; }},
      {"inc_u32", [](uint32_t o, uint32_t d) { return o >= d ? 0 : o + 1; }},
      {"dec_u32", [](uint32_t o, uint32_t d) { return o == 0 || o > d ? d : o - 1; }},
      {"min_u32", [](uint32_t o, uint32_t d) { return std::min(o, d); }},
      {"max_i32",
       [](uint32_t o, uint32_t d) {
         return static_cast<int32_t>(o) > static_cast<int32_t>(d) ? o : d;
       }},
      {"and_b32", [](uint32_t o, uint32_t d) { return o & d; }},
      {"xor_b32", [](uint32_t o, uint32_t d) { return o ^ d; }}};
  for (const Case& c : cases) {
    addresses(64, 8);
    m.exec() = 0x7fffffff;
    const std::vector<std::byte> before = m.lds();
    const auto old = [&](unsigned lane) {
      uint32_t value = 0;
      std::memcpy(&value, before.data() + 64 + 8 * lane, 4);
      return value;
    };
    const std::string name = c.name;
    const std::string returning =
        "ds_" + name.substr(0, name.find('_')) + "_rtn" + name.substr(name.find('_'));
    m.run("ds_" + name + " v1, v5");
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const uint32_t want = lane == 31 ? old(lane) : c.result(old(lane), m.v(5)[lane]);
      EXPECT_EQ(at(64 + 8 * lane, 4), want) << name << ' ' << lane;
    }
    m.lds() = before;
    m.run(returning + " v4, v1, v5");
    EXPECT_EQ(m.v(4)[3], old(3)) << returning;
    EXPECT_EQ(at(64 + 24, 4), c.result(old(3), m.v(5)[3])) << returning;
    m.lds() = before;
  }
}

TEST_P(Lds, AtomicsAddUpInOneAddress) {
  m.fill(1, 128);
  m.fill(2, 1);
  std::memset(m.lds().data() + 128, 0, 4);
  m.run("ds_add_rtn_u32 v3, v1, v2");
  EXPECT_EQ(at(128, 4), 32u);
  for (unsigned lane = 0; lane < kLanes; ++lane) EXPECT_EQ(m.v(3)[lane], lane);
  m.fill(4, bits(0.5F));
  std::memset(m.lds().data() + 128, 0, 4);
  m.run("ds_add_f32 v1, v4");
  EXPECT_EQ(at(128, 4), bits(16.0F));
  m.fill(1, 130);
  EXPECT_THROW(m.run("ds_add_u32 v1, v2"), emu::Fault) << "misaligned";
}

TEST_P(Lds, CompareAndStore) {
  m.fill(1, 256);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    m.v(2)[lane] = lane + 1;  // new
    m.v(3)[lane] = lane;      // compare
  }
  std::memset(m.lds().data() + 256, 0, 4);
  m.run("ds_cmpstore_rtn_b32 v4, v1, v2, v3\n ds_storexchg_rtn_b32 v5, v1, v2");
  EXPECT_EQ(m.v(4)[31], 31u);
  EXPECT_EQ(m.v(5)[0], 32u);
  EXPECT_EQ(m.v(5)[1], 1u);
}

TEST_P(Lds, Permutes) {
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    m.v(1)[lane] = 4 * ((lane + 5) % 32) + (lane % 4);  // low bits do not count
    m.v(2)[lane] = 1000 + lane;
  }
  m.run(
      "ds_bpermute_b32 v3, v1, v2\n ds_permute_b32 v4, v1, v2\n"
      "ds_bpermute_b32 v5, v1, v2 offset:12");
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    EXPECT_EQ(m.v(3)[lane], 1000 + (lane + 5) % 32);
    EXPECT_EQ(m.v(4)[(lane + 5) % 32], 1000 + lane);
  }
  // Inactive lanes neither give nor receive.
  m.exec() = 0xffffff00;
  m.run("ds_bpermute_b32 v3, v1, v2\n ds_permute_b32 v4, v1, v2");
  EXPECT_EQ(m.v(3)[8], 1013u);
  EXPECT_EQ(m.v(3)[28], 0u) << "lane 1 is inactive";
  EXPECT_EQ(m.v(4)[12], 0u) << "nobody active sends to lane 12";
  EXPECT_EQ(m.v(4)[13], 1008u);
}

TEST_P(Lds, Swizzles) {
  for (unsigned lane = 0; lane < kLanes; ++lane) m.v(1)[lane] = 1000 + lane;
  m.run(
      "ds_swizzle_b32 v2, v1 offset:swizzle(QUAD_PERM, 3, 1, 0, 2)\n"
      "ds_swizzle_b32 v3, v1 offset:swizzle(BITMASK_PERM, \"0pi1p\")\n"
      "ds_swizzle_b32 v4, v1 offset:swizzle(SWAP, 16)\n"
      "ds_swizzle_b32 v5, v1 offset:swizzle(REVERSE, 8)\n"
      "ds_swizzle_b32 v6, v1 offset:swizzle(BROADCAST, 4, 2)");
  const unsigned quad[] = {3, 1, 0, 2};
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    EXPECT_EQ(m.v(2)[lane], 1000 + (lane & ~3u) + quad[lane & 3]);
    EXPECT_EQ(m.v(3)[lane], 1000 + (((lane & 0b01001) ^ 0b00100) ^ (lane & 0b00100)) + 2);
    EXPECT_EQ(m.v(4)[lane], 1000 + (lane ^ 16));
    EXPECT_EQ(m.v(5)[lane], 1000 + (lane ^ 7));
    EXPECT_EQ(m.v(6)[lane], 1000 + (lane & ~3u) + 2);
  }
}

TEST_P(Lds, ReportsAccesses) {
  addresses(32, 4);
  m.exec() = 0x11;
  m.run("ds_load_b64 v[4:5], v1 offset:8\n ds_store_2addr_b32 v1, v6, v7 offset0:1 offset1:2");
  ASSERT_EQ(m.accesses().size(), 3u);
  const auto& load = m.accesses()[0];
  EXPECT_EQ(load.access.space, emu::MemoryAccess::Space::lds);
  EXPECT_FALSE(load.access.write);
  EXPECT_EQ(load.access.bytes, 8);
  EXPECT_EQ(load.access.lanes, 0x11u);
  EXPECT_EQ(load.address[4], 32u + 16 + 8);
  EXPECT_TRUE(m.accesses()[1].access.write);
  EXPECT_EQ(m.accesses()[2].address[0], 32u + 8);
}

}  // namespace
}  // namespace tilewright::test
