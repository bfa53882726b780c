// The addresses of the cache model depend on the order of allocations and on nothing else.
// SPDX-License-Identifier: MIT
#include "emu/count/placement.hpp"

#include <gtest/gtest.h>

namespace tilewright::emu::count {
namespace {

constexpr uint64_t kMiB = 1 << 20;

/// Where the model sees byte 5 of A, B and C, made in this order at the given addresses of the
/// host.
std::vector<uint64_t> modelled(uint64_t a, uint64_t b, uint64_t c, bool code_before) {
  std::vector<Allocation> made;
  if (code_before) made.push_back({0x1000, 0x1800, false, "code"});
  made.push_back({a, a + 3 * kMiB, true, "A"});
  made.push_back({b, b + 100, true, "B"});
  made.push_back({c, c + 2 * kMiB, true, "C"});
  const Placement placement(made);
  std::vector<uint64_t> out;
  for (const uint64_t begin : {a, b, c}) {
    out.push_back(placement.range_of(begin + 5).modelled(begin + 5));
  }
  return out;
}

TEST(Placement, FollowsTheOrderOfAllocations) {
  const std::vector<uint64_t> want = {2 * kMiB + 5, 6 * kMiB + 5, 8 * kMiB + 5};
  EXPECT_EQ(modelled(0x10000000, 0x20000000, 0x30000000, false), want);
  EXPECT_EQ(modelled(0x7f0030000000, 0x20001000, 0x7f0010003000, false), want);
  EXPECT_EQ(modelled(0x10000000, 0x20000000, 0x30000000, true), want) << "code moves no buffer";
}

TEST(Placement, KeepsThePlaceInALine) {
  const std::vector<uint64_t> want = {2 * kMiB + 5 + 48, 6 * kMiB + 5, 8 * kMiB + 5 + 127};
  EXPECT_EQ(modelled(0x10000030, 0x20000080, 0x3000007f, false), want);
}

TEST(Placement, LeavesAloneWhatIsInNoAllocation) {
  const Placement nothing({});
  EXPECT_EQ(nothing.range_of(12345).modelled(12345), 12345u);
}

}  // namespace
}  // namespace tilewright::emu::count
