// Each rung on each target at a shape of whole tiles: ±1 against the integers, N(0,1) against the
// instruction chain, and the same bits for any number of threads.
// SPDX-License-Identifier: MIT
#include "ladder/rdna/rungs.hpp"

#include <gtest/gtest.h>

#include "ladder/bench.hpp"

namespace tilewright {
namespace {

using test::Case;
using test::name_of;
using test::Pair;
using test::pairs;

class Rungs : public testing::TestWithParam<Pair> {};

INSTANTIATE_TEST_SUITE_P(Fp16, Rungs, testing::ValuesIn(pairs(Precision::fp16)), name_of);
INSTANTIATE_TEST_SUITE_P(Fp8, Rungs, testing::ValuesIn(pairs(Precision::fp8)), name_of);

/// Two blocks each way and three slices, so that neighbours and buffers both take their turn.
bench::Shape whole_tiles(const Tile& tile) {
  return {2 * tile.block_m, 2 * tile.block_n, 3 * tile.block_k};
}

TEST_P(Rungs, AreExact) {
  const auto& [rung, target] = GetParam();
  const auto result = test::run({&target, &rung, whole_tiles(rung.tile)});
  EXPECT_TRUE(result.exact()) << test::why(result);
}

TEST_P(Rungs, FollowTheInstructionChainOnRealData) {
  const auto& [rung, target] = GetParam();
  const auto result = test::run({&target, &rung, whole_tiles(rung.tile), bench::Data::normal});
  EXPECT_TRUE(result.exact()) << test::why(result);
}

TEST_P(Rungs, DoNotDependOnThreads) {
  const auto& [rung, target] = GetParam();
  Case what{&target, &rung, whole_tiles(rung.tile), bench::Data::normal, /*threads=*/1};
  const auto alone = test::product(what);
  what.threads = 2;
  const auto together = test::product(what);
  ASSERT_NE(alone, bench::Codes{});
  EXPECT_EQ(alone, together);
}

TEST(RungsOfOneFamily, AgreeBitForBit) {
  for (const Rung& rung : rungs) {
    if (!has(Family::rdna3, rung.precision)) continue;
    Case what{&targets[0], &rung, whole_tiles(rung.tile), bench::Data::normal};
    ASSERT_STREQ(targets[0].name, "gfx1100");
    ASSERT_STREQ(targets[1].name, "gfx1151");
    const auto rdna3 = test::product(what);
    what.target = &targets[1];
    ASSERT_NE(rdna3, bench::Codes{});
    EXPECT_EQ(rdna3, test::product(what)) << rung.id;
  }
}

}  // namespace
}  // namespace tilewright
