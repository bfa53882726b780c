// Buffer instructions: addresses and range checks of the resource descriptor.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstring>

#include "emu/exec/fault.hpp"
#include "machine.hpp"

namespace tilewright::test {
namespace {

constexpr uint32_t kRaw = 0x31004000;  // OOB_SELECT = 3, as HIP and CK set it

class Buffer : public testing::TestWithParam<std::string_view> {
 protected:
  Machine m{GetParam()};

  /// s[8:11] describes the machine's memory.
  void describe(uint32_t records, uint32_t word3 = kRaw, uint32_t stride = 0) {
    m.s(8) = static_cast<uint32_t>(m.address());
    m.s(9) = static_cast<uint32_t>(m.address() >> 32) | stride << 16;
    m.s(10) = records;
    m.s(11) = word3;
  }
  uint32_t at(size_t offset, unsigned bytes = 4) {
    uint32_t value = 0;
    std::memcpy(&value, m.memory().data() + offset, bytes);
    return value;
  }
  void offsets(unsigned base, unsigned stride) {
    for (unsigned lane = 0; lane < kLanes; ++lane) m.v(1)[lane] = base + stride * lane;
  }
};
INSTANTIATE_TEST_SUITE_P(Targets, Buffer, testing::Values(kGfx11, kGfx12));

TEST_P(Buffer, LoadsAndStores) {
  describe(4096);
  offsets(16, 32);
  m.s(12) = 64;
  m.run(
      "buffer_load_b128 v[4:7], v1, s[8:11], s12 offen offset:8\n"
      "buffer_load_b32 v8, off, s[8:11], s12 offset:4\n"
      "buffer_load_u8 v9, v1, s[8:11], null offen offset:1\n"
      "buffer_load_d16_hi_b16 v10, v1, s[8:11], null offen");
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const size_t base = 16 + 32 * lane;
    for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(m.v(4 + i)[lane], at(base + 72 + 4 * i));
    EXPECT_EQ(m.v(8)[lane], at(68));
    EXPECT_EQ(m.v(9)[lane], at(base + 1, 1));
    EXPECT_EQ(m.v(10)[lane], (0xbad00a00 | lane) % 0x10000 | at(base, 2) << 16);
  }
  m.run(
      "buffer_store_b128 v[12:15], v1, s[8:11], null offen\n"
      "buffer_store_b16 v16, v1, s[8:11], null offen offset:18");
  EXPECT_EQ(at(16 + 64 + 12), m.v(15)[2]);
  EXPECT_EQ(at(16 + 64 + 18, 2), m.v(16)[2] & 0xffff);
}

TEST_P(Buffer, OutOfRangeReadsZeroAndDropsStores) {
  describe(100);
  offsets(0, 8);
  m.run(
      "buffer_load_b32 v4, v1, s[8:11], null offen\n buffer_store_b32 v5, v1, s[8:11], null offen");
  Machine fresh(GetParam());
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const bool in = 8 * lane + 4 <= 100;
    uint32_t before = 0;
    std::memcpy(&before, fresh.memory().data() + 8 * lane, 4);
    EXPECT_EQ(m.v(4)[lane], in ? before : 0) << lane;
    EXPECT_EQ(at(8 * lane), in ? m.v(5)[lane] : before) << lane;
  }
}

TEST_P(Buffer, WideAccessesAreCheckedPerDword) {
  describe(100);
  offsets(72, 4);  // lanes 0-3 whole, then ever fewer dwords
  m.run("buffer_load_b128 v[4:7], v1, s[8:11], null offen");
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned offset = 72 + 4 * lane + 4 * i;
      EXPECT_EQ(m.v(4 + i)[lane], offset + 4 <= 100 ? at(offset) : 0) << lane << ' ' << i;
    }
  }
  m.run("buffer_store_b128 v[8:11], v1, s[8:11], null offen");
  Machine fresh(GetParam());
  EXPECT_EQ(at(96), m.v(8)[6]) << "lane 6 stores one dword, the last to do so";
  EXPECT_EQ(std::memcmp(m.memory().data() + 100, fresh.memory().data() + 100, 64), 0);
  // The bound need not be a multiple of 4: the dword that reaches over it is out.
  describe(98);
  m.run(
      "buffer_load_b64 v[4:5], v1, s[8:11], null offen\n"
      "buffer_load_u16 v6, v1, s[8:11], null offen");
  EXPECT_EQ(m.v(4)[5], at(92));
  EXPECT_EQ(m.v(5)[5], 0u);
  EXPECT_EQ(m.v(6)[6], at(96, 2));
  EXPECT_EQ(m.v(6)[7], 0u);
}

TEST_P(Buffer, SumsDoNotWrap) {
  describe(4096);
  offsets(0, 4);
  m.s(12) = 0x10;
  m.v(1)[0] = 0x80000000;
  m.v(1)[1] = 0xffffffff;
  m.v(1)[2] = 0xfffffff0;  // with SOFFSET this is 2^32
  m.run(
      "buffer_load_b32 v4, v1, s[8:11], s12 offen\n buffer_load_u8 v5, v1, s[8:11], null offen "
      "offset:1");
  EXPECT_EQ(m.v(4)[0], 0u);
  EXPECT_EQ(m.v(4)[1], 0u);
  EXPECT_EQ(m.v(4)[2], 0u);
  EXPECT_EQ(m.v(4)[3], at(28));
  EXPECT_EQ(m.v(5)[1], 0u);
}

TEST_P(Buffer, SoffsetReducesTheRange) {
  describe(64);
  offsets(0, 4);
  m.s(12) = 32;
  m.run("buffer_load_b32 v4, v1, s[8:11], s12 offen");
  EXPECT_EQ(m.v(4)[7], at(60));
  EXPECT_EQ(m.v(4)[8], 0u);
  m.s(12) = 1000;  // more than NUM_RECORDS
  m.run("buffer_load_b32 v4, v1, s[8:11], s12 offen");
  EXPECT_EQ(m.v(4)[0], 0u);
}

TEST_P(Buffer, StructuredRecords) {
  describe(10, 0x01004000, 16);  // OOB_SELECT 0: ten records of 16 bytes
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    m.v(1)[lane] = lane;  // index
    m.v(2)[lane] = 12;    // offset
  }
  m.v(2)[3] = 16;
  m.run(
      "buffer_load_b32 v4, v[1:2], s[8:11], null idxen offen\n"
      "buffer_load_b32 v5, v1, s[8:11], null idxen offset:4");
  EXPECT_EQ(m.v(4)[2], at(2 * 16 + 12));
  EXPECT_EQ(m.v(4)[3], 0u) << "the offset reaches out of the record";
  EXPECT_EQ(m.v(4)[9], at(9 * 16 + 12));
  EXPECT_EQ(m.v(4)[10], 0u) << "there is no eleventh record";
  EXPECT_EQ(m.v(5)[9], at(9 * 16 + 4));
  EXPECT_EQ(m.v(5)[10], 0u);
  describe(10, 0x11004000, 16);  // OOB_SELECT 1 looks at the index only
  m.run("buffer_load_b32 v4, v[1:2], s[8:11], null idxen offen");
  EXPECT_EQ(m.v(4)[3], at(3 * 16 + 16));
  EXPECT_EQ(m.v(4)[10], 0u);
  describe(0, 0x21004000, 16);  // OOB_SELECT 2: nothing but an empty buffer is out of range
  m.run("buffer_load_b32 v4, v1, s[8:11], null idxen");
  EXPECT_EQ(m.v(4)[0], 0u);
}

TEST_P(Buffer, InRangeButNotAllocatedIsAFault) {
  describe(0x100000);
  offsets(4000, 4);
  try {
    m.run("buffer_load_b32 v4, v1, s[8:11], null offen");
    FAIL() << "no fault";
  } catch (const emu::Fault& fault) {
    EXPECT_EQ(fault.lane, 24);
  }
  EXPECT_THROW(m.run("buffer_store_b32 v4, v1, s[8:11], null offen"), emu::Fault);
}

TEST_P(Buffer, RefusesWhatIsNotImplemented) {
  describe(64, kRaw);
  m.s(9) |= 0xc0000000;  // swizzled
  EXPECT_THROW(m.run("buffer_load_b32 v4, off, s[8:11], null"), emu::Fault);
  describe(64, kRaw | 1 << 23);  // ADD_TID
  EXPECT_THROW(m.run("buffer_load_b32 v4, off, s[8:11], null"), emu::Fault);
}

TEST_P(Buffer, Atomics) {
  describe(68);
  offsets(0, 4);
  Machine fresh(GetParam());
  const std::string returning = GetParam() == kGfx11 ? " glc" : " th:TH_ATOMIC_RETURN";
  for (unsigned lane = 0; lane < kLanes; ++lane) m.v(4)[lane] = lane;
  m.run("buffer_atomic_add_u32 v4, v1, s[8:11], null offen" + returning);
  uint32_t before = 0;
  std::memcpy(&before, fresh.memory().data() + 64, 4);
  EXPECT_EQ(m.v(4)[16], before);
  EXPECT_EQ(at(64), before + 16);
  EXPECT_EQ(m.v(4)[17], 0u);
  std::memcpy(&before, fresh.memory().data() + 68, 4);
  EXPECT_EQ(at(68), before);
}

TEST_P(Buffer, ScalarBufferLoads) {
  describe(28);
  m.run(
      "s_buffer_load_b128 s[16:19], s[8:11], 0x10\n s_buffer_load_b32 s20, s[8:11], 0x18\n"
      "s_buffer_load_b32 s21, s[8:11], 0x1c");
  EXPECT_EQ(m.s(16), at(16));
  EXPECT_EQ(m.s(18), at(24));
  EXPECT_EQ(m.s(19), 0u);
  EXPECT_EQ(m.s(20), at(24));
  EXPECT_EQ(m.s(21), 0u);
}

}  // namespace
}  // namespace tilewright::test
