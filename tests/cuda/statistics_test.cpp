// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <vector>

#include "bench/fair_statistics.hpp"

namespace tilewright::bench {
namespace {

TEST(FairStatistics, SummarisesASample) {
  const std::vector<double> values = {4, 1, 3, 2, 5};
  const Summary summary = summarise(values);
  EXPECT_EQ(summary.count, 5u);
  EXPECT_DOUBLE_EQ(summary.mean, 3);
  EXPECT_DOUBLE_EQ(summary.median, 3);
  EXPECT_DOUBLE_EQ(summary.low, 2);
  EXPECT_DOUBLE_EQ(summary.high, 4);
  EXPECT_NEAR(summary.deviation, 1.5811, 1e-4);
}

TEST(FairStatistics, OneValueHasNoSpread) {
  const Summary summary = summarise(std::vector<double>{7});
  EXPECT_DOUBLE_EQ(summary.median, 7);
  EXPECT_DOUBLE_EQ(summary.deviation, 0);
}

TEST(FairStatistics, NothingIsNothing) { EXPECT_EQ(summarise({}).count, 0u); }

TEST(FairStatistics, ARatioAboveOneIsOursFaster) {
  const std::vector<double> ours = {1, 1, 1};
  const std::vector<double> theirs = {1.1, 1.1, 1.1};
  EXPECT_DOUBLE_EQ(compare(ours, theirs).ratio.median, 1.1);
}

TEST(FairStatistics, ADriftOfTheCardCancelsInThePairs) {
  // Both slow down by half; each pair is 2 % apart.
  std::vector<double> ours;
  std::vector<double> theirs;
  for (int i = 0; i < 21; ++i) {
    ours.push_back(1 + 0.025 * i);
    theirs.push_back(1.02 * ours.back());
  }
  const Comparison comparison = compare(ours, theirs);
  EXPECT_NEAR(comparison.ratio.median, 1.02, 1e-12);
  EXPECT_NEAR(comparison.uncertainty(), 0, 1e-12);
  EXPECT_FALSE(comparison.within_noise());
  EXPECT_GT(comparison.ours_ms.deviation, 0.1);
}

TEST(FairStatistics, ADifferenceSmallerThanTheNoiseIsSaidToBe) {
  std::vector<double> ours;
  std::vector<double> theirs;
  for (int i = 0; i < 20; ++i) {
    ours.push_back(1);
    theirs.push_back(i % 2 == 0 ? 0.9 : 1.105);
  }
  EXPECT_TRUE(compare(ours, theirs).within_noise());
}

}  // namespace
}  // namespace tilewright::bench
