// The bank model on patterns whose clocks can be worked out by hand.
// SPDX-License-Identifier: MIT
#include "emu/count/banks.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <string>

namespace tilewright::emu::count {
namespace {

constexpr uint32_t kAll = ~0u;

/// Lane i at i * stride.
std::array<uint64_t, kLanes> strided(uint64_t stride) {
  std::array<uint64_t, kLanes> address;
  for (unsigned lane = 0; lane < kLanes; ++lane) address[lane] = lane * stride;
  return address;
}

TEST(Banks, ConsecutiveDwordsTakeOneClock) {
  const auto clocks = lds_clocks(strided(4).data(), kAll, 4);
  EXPECT_EQ(clocks.needed, 1u);
  EXPECT_EQ(clocks.conflicts, 0u);
}

TEST(Banks, OneDwordForAllIsBroadcast) {
  EXPECT_EQ(lds_clocks(strided(0).data(), kAll, 4).conflicts, 0u);
}

TEST(Banks, EverySecondDwordConflictsTwice) {
  EXPECT_EQ(lds_clocks(strided(8).data(), kAll, 4).conflicts, 1u);
}

TEST(Banks, RowsOf128BytesFallIntoOneBank) {
  EXPECT_EQ(lds_clocks(strided(128).data(), kAll, 4).conflicts, 31u);
}

TEST(Banks, WideAccessesTakeAPhaseForEachGroupOfLanes) {
  EXPECT_EQ(lds_clocks(strided(8).data(), kAll, 8).needed, 2u);
  EXPECT_EQ(lds_clocks(strided(8).data(), kAll, 8).conflicts, 0u);
  EXPECT_EQ(lds_clocks(strided(16).data(), kAll, 16).needed, 4u);
  EXPECT_EQ(lds_clocks(strided(16).data(), kAll, 16).conflicts, 0u);
  // Eight lanes, 128 bytes apart: the same four banks eight times.
  EXPECT_EQ(lds_clocks(strided(128).data(), kAll, 16).conflicts, 4u * 7);
}

TEST(Banks, PaddingByOneWideAccessRemovesTheConflict) {
  EXPECT_EQ(lds_clocks(strided(128 + 16).data(), kAll, 16).conflicts, 0u);
}

TEST(Banks, TheGroupingIsAParameter) {
  const Phases halves{.upto4 = 32, .b64 = 16, .wider = 16};
  EXPECT_EQ(lds_clocks(strided(16).data(), kAll, 16, halves).needed, 2u);
  EXPECT_EQ(lds_clocks(strided(16).data(), kAll, 16, halves).conflicts, 2u);
}

TEST(Banks, InactiveLanesTakeNoTime) {
  EXPECT_EQ(lds_clocks(strided(128).data(), 1, 4).conflicts, 0u);
  EXPECT_EQ(lds_clocks(strided(128).data(), 0, 4).needed, 0u);
}

/// "lines of 32, of 64, of 128".
std::string lines(const std::array<uint64_t, kLanes>& address, uint32_t lanes, unsigned bytes) {
  const Lines touched = touched_lines(address.data(), lanes, bytes);
  return fmt::format("{}, {}, {}", touched.of32, touched.of64, touched.of128);
}

TEST(Lines, AreCountedOnce) {
  EXPECT_EQ(lines(strided(4), kAll, 4), "4, 2, 1");
  EXPECT_EQ(lines(strided(0), kAll, 4), "1, 1, 1");
  EXPECT_EQ(lines(strided(256), kAll, 16), "32, 32, 32");
  EXPECT_EQ(lines({120}, 1, 16), "2, 2, 2");
  EXPECT_EQ(lines({120}, 0, 16), "0, 0, 0");
  // 112, 48, 112, 0: in no order, and the first and the third lane in one line.
  EXPECT_EQ(lines({112, 48, 112, 0}, 0b1111, 16), "3, 2, 1");
  EXPECT_EQ(lines({112, 48, 112, 0}, 0b0110, 16), "2, 2, 1");
}

/// Sets, instead of anything clever.
TEST(Counts, AreThoseOfSets) {
  std::mt19937_64 random(20);
  for (int round = 0; round < 20000; ++round) {
    const unsigned bytes = 1u << random() % 5;
    const uint64_t span = uint64_t{8} << random() % 10;
    const auto lanes = static_cast<uint32_t>(random());
    std::array<uint64_t, kLanes> address{};
    const uint64_t aligned = ~uint64_t{0} << random() % 5;
    for (uint64_t& each : address) each = random() % span & aligned;
    std::array<std::set<uint64_t>, 3> touched;
    LdsClocks clocks;
    const unsigned group = bytes <= 4 ? 32 : bytes == 8 ? 16 : 8;
    for (unsigned first = 0; first < kLanes; first += group) {
      std::map<uint64_t, std::set<uint64_t>> banks;
      for (unsigned lane = first; lane < first + group; ++lane) {
        if ((lanes >> lane & 1) == 0) continue;
        for (uint64_t byte = address[lane]; byte < address[lane] + bytes; ++byte) {
          banks[byte / 4 % kBanks].insert(byte / 4);
          for (size_t i = 0; i < 3; ++i) touched[i].insert(byte / (32u << i));
        }
      }
      size_t longest = 0;
      for (const auto& [bank, dwords] : banks) longest = std::max(longest, dwords.size());
      clocks.needed += longest == 0 ? 0 : 1;
      clocks.conflicts += static_cast<uint32_t>(longest == 0 ? 0 : longest - 1);
    }
    const LdsClocks got = lds_clocks(address.data(), lanes, bytes);
    ASSERT_EQ(got.needed, clocks.needed) << round;
    ASSERT_EQ(got.conflicts, clocks.conflicts) << round;
    ASSERT_EQ(lines(address, lanes, bytes),
              fmt::format("{}, {}, {}", touched[0].size(), touched[1].size(), touched[2].size()));
  }
}

}  // namespace
}  // namespace tilewright::emu::count
