// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "bench/gemm_arguments.hpp"
#include "bench/launch_plan.hpp"
#include "bench/scaled.hpp"
#include "bench/shape.hpp"

namespace tilewright::bench {
namespace {

std::string refusal(const char* rung, const Shape& shape) {
  const Result<LaunchPlan> plan = plan_launch(*find_rung(rung), shape);
  return plan ? "(accepted)" : plan.error().message;
}

TEST(Shape, IsReadStrictly) {
  EXPECT_EQ(*parse_shape("768x512x1"), (Shape{768, 512, 1}));
  EXPECT_EQ(text({768, 512, 1}), "768x512x1");
  for (const char* bad : {"", "1x2", "1x2x3x4", "0x1x1", "-1x1x1", "1x1x", "1x1x1 ", " 1x1x1",
                          "1X1X1", "1x1x2147483648", "1x1x1.5", "+1x1x1"}) {
    const Result<Shape> shape = parse_shape(bad);
    EXPECT_FALSE(shape) << bad;
    if (!shape) {
      EXPECT_NE(shape.error().message.find("MxNxK"), std::string::npos);
    }
  }
}

TEST(LaunchPlan, CountsWorkgroupsAndWmmas) {
  const Result<LaunchPlan> eight = plan_launch(*find_rung("8"), {8192, 8192, 8192});
  ASSERT_TRUE(eight);
  EXPECT_EQ(eight->workgroups, 64u * 86u);
  EXPECT_EQ(eight->threads, 128u);
  // 48 a wave and slice, 4 waves, 128 slices.
  EXPECT_EQ(eight->wmmas, 64u * 86u * 48u * 4u * 128u);
  const Result<LaunchPlan> one = plan_launch(*find_rung("1"), {32, 64, 48});
  ASSERT_TRUE(one);
  EXPECT_EQ(one->workgroups, 2u);
  EXPECT_EQ(one->wmmas, 2u * 4u * 3u);
  EXPECT_EQ(plan_launch(*find_rung("4"), {1, 1, 1})->executed_k, 16u);
}

TEST(LaunchPlan, SaysWhichDimensionIsNoMultiple) {
  EXPECT_EQ(refusal("2", {517, 389, 203}),
            "takes whole tiles only: M=517 is no multiple of 256, N=389 is no multiple of 256 and "
            "K=203 is no multiple of 16; rung 4 and those after it take any shape");
  EXPECT_EQ(refusal("1", {32, 33, 16}),
            "takes whole tiles only: N=33 is no multiple of 32; rung 4 and those after it take any "
            "shape");
  EXPECT_EQ(refusal("3-padded", {256, 256, 16}), "(accepted)");
}

TEST(LaunchPlan, SaysWhichLimitIsPassed) {
  EXPECT_EQ(refusal("8", {1, 1, 8388607}), "(accepted)");
  EXPECT_EQ(
      refusal("8", {1, 1, 8388608}),
      "K=8,388,608 is too long: 31-bit offsets reach 128 rows of at most 8,388,607 elements; split "
      "the product along K");
  EXPECT_NE(refusal("8", {2147483647, 1, 1}).find("M=2,147,483,647 is too long"),
            std::string::npos);
  EXPECT_NE(refusal("1", {1 << 24, 1 << 30, 16}).find("workgroups"), std::string::npos);
}

TEST(LaunchPlan, HoldsForScaledKernelsToo) {
  const auto plan = plan_scaled({193, 161, 129}, Scaling::vectors, ScaledResult::f32);
  ASSERT_TRUE(plan);
  const Tile& tile = scaled_kernel(Scaling::vectors).tile;
  EXPECT_EQ(plan->workgroups, static_cast<uint32_t>(grid_blocks(tile, 193, 161)));
  for (const Scaling scaling : {Scaling::vectors, Scaling::blocks}) {
    const auto refused = plan_scaled({1, 1, 1000000007}, scaling, ScaledResult::f32);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("K=1,000,000,007 is too long"), std::string::npos);
  }
}

TEST(GemmArguments, AreWhatAKernelReads) {
  // Offsets as ladder/gemm_args.hpp's kernels have them, in metadata: three addresses, six extents.
  const std::vector<std::byte> block = argument_block(packed_gemm({5, 6, 7}, 0x100, 0x200, 0x300));
  ASSERT_EQ(block.size(), 48u);
  uint64_t addresses[3];
  int32_t extents[6];
  std::memcpy(addresses, block.data(), sizeof(addresses));
  std::memcpy(extents, block.data() + sizeof(addresses), sizeof(extents));
  EXPECT_EQ((std::vector<uint64_t>(addresses, addresses + 3)),
            (std::vector<uint64_t>{0x100, 0x200, 0x300}));
  EXPECT_EQ((std::vector<int32_t>(extents, extents + 6)),
            (std::vector<int32_t>{5, 6, 7, /*lda=*/7, /*ldb=*/7, /*ldc=*/5}));
}

}  // namespace
}  // namespace tilewright::bench
