// The barrier's protocol, wave by wave, without any code running.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "emu/exec/fault.hpp"
#include "emu/exec/wave.hpp"

namespace tilewright::emu {
namespace {

using ::testing::HasSubstr;

struct Counter final : Observer {
  int barriers = 0;
  void on_barrier(const Workgroup&) override { ++barriers; }
};

struct Group {
  explicit Group(size_t count) : waves(count) {
    group.waves = waves;
    for (Wave& wave : waves) {
      wave.group = &group;
      wave.observer = &counter;
    }
  }
  void arrive(size_t wave) {
    barrier_signal(waves[wave]);
    barrier_wait(waves[wave]);
  }
  [[nodiscard]] WaveStatus status(size_t wave) const { return waves[wave].status; }

  Workgroup group;
  std::vector<Wave> waves;
  Counter counter;
};

template <class Body>
std::string what(Body body) {
  try {
    body();
  } catch (const Fault& fault) {
    return fault.what;
  }
  return "no fault";
}

TEST(Barrier, HoldsUntilAllHaveArrived) {
  Group g(3);
  for (int round = 1; round < 4; ++round) {
    g.arrive(1);
    g.arrive(0);
    EXPECT_EQ(g.status(0), WaveStatus::at_barrier);
    EXPECT_EQ(g.status(1), WaveStatus::at_barrier);
    g.arrive(2);
    for (size_t wave = 0; wave < 3; ++wave) EXPECT_EQ(g.status(wave), WaveStatus::running);
    EXPECT_EQ(g.counter.barriers, round);
  }
}

TEST(Barrier, SplitWaitPassesIfTheOthersHaveSignalled) {
  Group g(2);
  EXPECT_TRUE(barrier_signal(g.waves[0]));
  EXPECT_EQ(g.status(0), WaveStatus::running);
  EXPECT_FALSE(barrier_signal(g.waves[1]));  // the second signaller
  barrier_wait(g.waves[0]);
  EXPECT_EQ(g.status(0), WaveStatus::running);
  // Wave 0 may signal the next round while wave 1 has not yet waited for this one.
  EXPECT_TRUE(barrier_signal(g.waves[0]));
  barrier_wait(g.waves[0]);
  EXPECT_EQ(g.status(0), WaveStatus::at_barrier);
  barrier_wait(g.waves[1]);
  EXPECT_EQ(g.status(1), WaveStatus::running);
  g.arrive(1);
  EXPECT_EQ(g.status(0), WaveStatus::running);
  EXPECT_EQ(g.status(1), WaveStatus::running);
}

TEST(Barrier, EndedWavesCountAsArrived) {
  Group g(3);
  g.arrive(0);
  barrier_leave(g.waves[1]);
  EXPECT_EQ(g.status(0), WaveStatus::at_barrier);
  barrier_leave(g.waves[2]);
  EXPECT_EQ(g.status(0), WaveStatus::running);
  g.arrive(0);  // alone now
  EXPECT_EQ(g.status(0), WaveStatus::running);
}

TEST(Barrier, IsNothingInAGroupOfOneWave) {
  Group g(1);
  EXPECT_TRUE(barrier_signal(g.waves[0]));
  EXPECT_TRUE(barrier_signal(g.waves[0]));
  barrier_wait(g.waves[0]);
  EXPECT_EQ(g.status(0), WaveStatus::running);
  EXPECT_EQ(what([&] { barrier_leave(g.waves[0]); }), "no fault");
}

TEST(Barrier, MisuseFaults) {
  Group twice(2);
  barrier_signal(twice.waves[0]);
  EXPECT_THAT(what([&] { barrier_signal(twice.waves[0]); }), HasSubstr("twice without waiting"));
  Group leave(2);
  barrier_signal(leave.waves[0]);
  EXPECT_THAT(what([&] { barrier_leave(leave.waves[0]); }), HasSubstr("has signalled"));
}

TEST(Barrier, WaitWithoutSignalNeverPasses) {
  Group g(2);
  barrier_wait(g.waves[0]);
  barrier_signal(g.waves[1]);
  barrier_wait(g.waves[1]);
  EXPECT_EQ(g.status(0), WaveStatus::at_barrier);
  EXPECT_EQ(g.status(1), WaveStatus::at_barrier);
}

}  // namespace
}  // namespace tilewright::emu
