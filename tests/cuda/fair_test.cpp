// Ours and theirs in turns, on a card whose clock is arithmetic: a launch takes as long as the test
// says, and longer the longer the card has worked.
// SPDX-License-Identifier: MIT
#include "bench/fair.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "bench/fake_device.hpp"

namespace tilewright::bench {
namespace {

class ClockDevice final : public FakeDevice {
 public:
  ClockDevice() : FakeDevice(Family::rdna4) {}

  /// By what share a launch takes longer after a second of work.
  double drift_per_s = 0;
  int turns_behind = 0;  ///< queued behind the end that was asked for last
  std::string turns;     ///< who had launches between two marks, a letter each

  void work(char who, double ms) {
    now_ms_ += ms * (1 + drift_per_s * now_ms_ / 1000);
    who_ = who;
  }
  Result<std::unique_ptr<device::Mark>> mark() override { return std::make_unique<Reading>(); }
  Result<void> queue(device::Mark& mark) override {
    static_cast<Reading&>(mark) = {now_ms_, ++marks_};
    if (who_ != 0) turns += std::exchange(who_, 0);
    return {};
  }
  Result<double> milliseconds(device::Mark& from, device::Mark& to) override {
    const auto& end = static_cast<Reading&>(to);
    turns_behind = marks_ - end.number;
    return end.ms - static_cast<Reading&>(from).ms;
  }

 private:
  struct Reading final : device::Mark {
    Reading() = default;
    Reading(double at, int which) : ms(at), number(which) {}
    double ms = 0;
    int number = 0;
  };
  double now_ms_ = 0;
  int marks_ = 0;
  char who_ = 0;
};

class Launch final : public Prepared {
 public:
  Launch(ClockDevice& device, char who, double ms) : device_(device), who_(who), ms_(ms) {}
  Result<void> enqueue() override {
    device_.work(who_, ms_);
    return {};
  }

 private:
  ClockDevice& device_;
  char who_;
  double ms_;
};

Rotation launches(ClockDevice& device, char who, double ms) {
  std::vector<std::unique_ptr<Prepared>> one;
  one.push_back(std::make_unique<Launch>(device, who, ms));
  return Rotation(std::move(one));
}

std::vector<Rotation*> all(std::vector<Rotation>& rotations) {
  std::vector<Rotation*> pointers;
  for (Rotation& rotation : rotations) pointers.push_back(&rotation);
  return pointers;
}

TEST(FairTurns, GoThereAndBackBetweenTurnsOfTheReference) {
  ClockDevice device;
  std::vector<Rotation> ours;
  for (const char who : {'a', 'b', 'c'}) ours.push_back(launches(device, who, 2));
  Rotation theirs = launches(device, 'T', 3);
  const FairOptions options{.turn_ms = 100, .pairs = 2};
  const auto results = compare_fairly(device, all(ours), theirs, options, {});
  ASSERT_TRUE(results);
  ASSERT_EQ(results->size(), 3u);
  EXPECT_THAT(device.turns, testing::EndsWith("TaTbTcTcTbTaT"));
  for (const FairResult& result : *results) {
    EXPECT_EQ(result.launches_ours, 50);
    EXPECT_EQ(result.launches_theirs, 34);
    EXPECT_EQ(result.times.ratio.count, 2u);
    EXPECT_NEAR(result.times.ratio.median, 1.5, 1e-12);
  }
}

TEST(FairTurns, ShareADriftOfTheCard) {
  ClockDevice device;
  device.drift_per_s = 0.02;
  std::vector<Rotation> ours;
  ours.push_back(launches(device, 'a', 1));
  ours.push_back(launches(device, 'b', 1));
  Rotation theirs = launches(device, 'T', 1);
  const FairOptions options{.turn_ms = 200, .pairs = 5};
  const auto results = compare_fairly(device, all(ours), theirs, options, {});
  ASSERT_TRUE(results);
  // Over the round the card slows down by a twelfth.
  const double slowest = results->front().times.theirs_ms.high;
  const double fastest = results->front().times.theirs_ms.low;
  EXPECT_GT(slowest / fastest, 1.02);
  for (const FairResult& result : *results) EXPECT_NEAR(result.times.ratio.median, 1, 1e-4);
}

/// A card that is read while it has nothing to do would idle in the turn behind.
TEST(FairTurns, AreQueuedTwoAheadOfTheOneThatIsReadOff) {
  ClockDevice device;
  std::vector<Rotation> ours;
  ours.push_back(launches(device, 'a', 1));
  Rotation theirs = launches(device, 'T', 1);
  const FairOptions options{.turn_ms = 100, .pairs = 20};
  std::vector<int> behind;
  const auto results = compare_fairly(device, all(ours), theirs, options, [&] {
    behind.push_back(device.turns_behind);
    Climate climate;
    climate.sm_mhz = 1400.0 + static_cast<double>(behind.size());
    return climate;
  });
  ASSERT_TRUE(results);
  std::vector<int> expected(19, 2);
  expected.push_back(1);
  EXPECT_EQ(behind, expected);
  EXPECT_NEAR(*results->front().climate.sm_mhz, 1410.5, 1e-9);
}

TEST(FairTurns, AreInOneRoundWhenTheyAreLong) {
  EXPECT_TRUE(FairOptions{}.in_one_round());
  EXPECT_FALSE(FairOptions{.turn_ms = 8}.in_one_round());
}

}  // namespace
}  // namespace tilewright::bench
