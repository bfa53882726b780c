// The cache model, and that the order in which workgroups end does not change what it says.
// SPDX-License-Identifier: MIT
#include "emu/count/cache.hpp"

#include <gtest/gtest.h>

#include "emu/count/traffic.hpp"

namespace tilewright::emu::count {
namespace {

TEST(Cache, KeepsWhatFitsAndDropsTheOldest) {
  Cache cache(2 * kLineBytes, 2);
  EXPECT_FALSE(cache.access(1, false).hit);
  EXPECT_FALSE(cache.access(2, false).hit);
  EXPECT_TRUE(cache.access(1, false).hit);
  EXPECT_FALSE(cache.access(3, false).hit);
  EXPECT_TRUE(cache.access(1, false).hit);
  EXPECT_FALSE(cache.access(2, false).hit);
}

TEST(Cache, TellsOfDirtyLines) {
  Cache cache(kLineBytes, 1);
  cache.access(7, true);
  const auto outcome = cache.access(8, false);
  EXPECT_TRUE(outcome.evicts_dirty);
  EXPECT_EQ(outcome.evicted, 7u);
  cache.access(9, true);
  EXPECT_EQ(cache.flush(), 1u);
}

TEST(Traffic, OfSharedLinesReachesDramOnce) {
  Traffic traffic({.compute_units = 2}, 1, 2);
  traffic.add(1, {{10, 0}, {11, 0}});  // ends first
  traffic.add(0, {{10, 0}, {12, 1}});
  const TrafficBytes bytes = traffic.finish();
  EXPECT_EQ(bytes.l2, 4 * kLineBytes);
  EXPECT_EQ(bytes.dram_read, 2 * kLineBytes);
  EXPECT_EQ(bytes.dram_written, kLineBytes);
}

TEST(Occupancy, FollowsRegistersAndLds) {
  EXPECT_EQ(workgroups_per_cu(96, 0, 4), 8u);  // 16 waves on each of two SIMDs
  EXPECT_EQ(workgroups_per_cu(192, 0, 4), 4u);
  EXPECT_EQ(workgroups_per_cu(96, 40 << 10, 4), 1u);
  EXPECT_EQ(workgroups_per_cu(256, 1024, 16), 1u);  // never none
}

}  // namespace
}  // namespace tilewright::emu::count
