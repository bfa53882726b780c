// The bank model on patterns whose clocks can be worked out by hand.
// SPDX-License-Identifier: MIT
#include "emu/count/banks.hpp"

#include <gtest/gtest.h>

#include <array>

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

TEST(Lines, AreCountedOnce) {
  EXPECT_EQ(unique_lines(strided(4).data(), kAll, 4, 128), 1u);
  EXPECT_EQ(unique_lines(strided(4).data(), kAll, 4, 32), 4u);
  EXPECT_EQ(unique_lines(strided(256).data(), kAll, 16, 128), 32u);
  const std::array<uint64_t, kLanes> across{120};
  EXPECT_EQ(unique_lines(across.data(), 1, 16, 128), 2u);
}

}  // namespace
}  // namespace tilewright::emu::count
