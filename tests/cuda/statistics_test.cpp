// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <random>
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

TEST(FairStatistics, TheUncertaintyIsStudentsTimesAMediansError) {
  // Deviation 1 % (of four gaps and none: sqrt of 0.0004 / 4), t of four degrees 2.776.
  const std::vector<double> ours = {1, 1, 1, 1, 1};
  const std::vector<double> theirs = {1.00, 1.01, 1.01, 1.01, 1.03};
  const double deviation = std::sqrt((0.012 * 0.012 + 3 * 0.002 * 0.002 + 0.018 * 0.018) / 4);
  EXPECT_NEAR(compare(ours, theirs).uncertainty(), 2.776 * 1.2533 * deviation / std::sqrt(5.0),
              1e-6);
  EXPECT_TRUE(std::isinf(compare({ours.data(), 1}, {theirs.data(), 1}).uncertainty()));
}

/// Of medians of a few normal values, 95 % must lie within their own uncertainty of the truth.
TEST(FairStatistics, TheUncertaintyCoversTheTruth) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> turn(1, 0.01);
  for (const size_t count : {5u, 7u, 15u, 51u}) {
    constexpr int kTrials = 4000;
    int covered = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      const std::vector<double> ours(count, 1);
      std::vector<double> theirs(count);
      for (double& ms : theirs) ms = turn(random);
      const Comparison comparison = compare(ours, theirs);
      covered += std::abs(comparison.ratio.median - 1) < comparison.uncertainty() ? 1 : 0;
    }
    EXPECT_GT(covered, 0.94 * kTrials) << count;
    EXPECT_LT(covered, 0.975 * kTrials) << count;
  }
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
