// Launches that go wrong, and the sentences in which that is told.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <new>
#include <thread>

#include "machine.hpp"

namespace tilewright::emu {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr Geometry one_wave{{1, 1, 1}, {32, 1, 1}, 0};
constexpr Geometry two_waves{{1, 1, 1}, {64, 1, 1}, 0};

class FaultTest : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(, FaultTest, ::testing::Values("gfx1100", "gfx1201"),
                         [](const auto& info) { return info.param; });

TEST_P(FaultTest, OutOfRangeNamesEverything) {
  Machine machine("out_of_range", GetParam(), 20);
  const std::string error = machine.run({{1, 1, 1}, {64, 1, 1}, 0}, {0, 0});
  EXPECT_THAT(error, StartsWith("out_of_range: workgroup (0, 0, 0), wave 0, lane 20, at +0x"));
  EXPECT_THAT(error, HasSubstr("writes 4 bytes at 0x"));
  EXPECT_THAT(error, HasSubstr("just past the end of out [0x"));
  EXPECT_THAT(error, ContainsRegex("\n      \\+0x[0-9a-f]+: global_store_b32 v1, v0, s\\[12:13\\]"
                                   "    // .*out_of_range.s:12$"));
}

TEST_P(FaultTest, TheLowestWorkgroupIsReported) {
  Machine machine("out_of_range", GetParam(), 64 * 10);
  for (const unsigned threads : {1U, 2U, 4U}) {
    machine.options.threads = threads;
    for (int again = 0; again < 5; ++again) {
      EXPECT_THAT(machine.run({{500, 1, 1}, {64, 1, 1}, 0}, {64, 0}),
                  AllOf(StartsWith("out_of_range: workgroup (10, 0, 0), wave 0, lane 0, at +0x"),
                        HasSubstr("just past the end of out")));
    }
  }
}

TEST_P(FaultTest, ScratchHasAnEnd) {
  Machine machine("scratch", GetParam(), 32);
  EXPECT_THAT(machine.run(one_wave, {13, 0}), HasSubstr("lane 0, at +0x"));
  EXPECT_THAT(machine.run(one_wave, {13, 0}),
              HasSubstr("writes 4 bytes at scratch offset 13, a work-item has 16 bytes"));
}

TEST_P(FaultTest, CodeIsReadOnly) {
  Machine machine("write_code", GetParam(), 1);
  EXPECT_THAT(machine.run(one_wave), HasSubstr("which is read-only: byte 4 of the code"));
}

TEST_P(FaultTest, TheProgramCounterStaysInTheCode) {
  Machine off("run_off", GetParam(), 1);
  EXPECT_THAT(off.run(one_wave), HasSubstr("at +0x8: runs past the end of the code"));
  Machine jump("jump", GetParam(), 1);
  EXPECT_THAT(jump.run(one_wave), AllOf(HasSubstr("which is outside the code of its module"),
                                        HasSubstr("s_setpc_b64 s[8:9]")));
}

TEST_P(FaultTest, AnUnknownInstructionStopsTheKernel) {
  Machine machine("unknown", GetParam(), 1);
  EXPECT_THAT(machine.run(one_wave),
              AllOf(HasSubstr("at +0x4: "), HasSubstr("ffffffff"), HasSubstr("probably not code")));
}

TEST_P(FaultTest, AKernelMayGiveUp) {
  Machine machine("trap", GetParam(), 1);
  EXPECT_THAT(machine.run(one_wave),
              AllOf(HasSubstr("at +0x4: the kernel has aborted itself: trap 2"),
                    ContainsRegex("s_trap 2    // .*trap.s:6$")));
}

TEST_P(FaultTest, AnEndlessLoopIsReported) {
  Machine machine("endless", GetParam(), 1);
  machine.options.instruction_limit = 100'000;
  EXPECT_THAT(machine.run(one_wave),
              AllOf(HasSubstr("wave 0, at +0x"),
                    HasSubstr("endless: the wave has executed 100000 instructions, the limit"),
                    ContainsRegex("endless.s:[56]$")));
}

TEST_P(FaultTest, AnEndlessWaitSaysWhichWorkgroupsHadNotStarted) {
  Machine machine("waits_for_later", GetParam(), 1);
  machine.options.instruction_limit = 100'000;
  machine.options.threads = 1;
  EXPECT_THAT(machine.run({{4, 1, 1}, {32, 1, 1}, 0}),
              AllOf(StartsWith("waits_for_later: workgroup (0, 0, 0), wave 0, at +0x"),
                    HasSubstr("endless: the wave has executed 100000 instructions, the limit"),
                    HasSubstr("\n    3 of 4 workgroups, those later in order, had not started: if "
                              "the wave waits for one of them, it waits for ever")));
  machine.clear();
  EXPECT_THAT(machine.run({{1, 1, 1}, {32, 1, 1}, 0}), Not(HasSubstr("had not started")));
  // A loop that only computes waits for nobody.
  Machine loop("endless", GetParam(), 1);
  loop.options.threads = 1;
  EXPECT_THAT(loop.run({{4, 1, 1}, {32, 1, 1}, 0}), Not(HasSubstr("had not started")));
}

TEST_P(FaultTest, TheLimitIsExact) {
  Machine machine("early_exit", GetParam(), 64);
  std::string error;
  uint64_t limit = 0;
  do {
    machine.options.instruction_limit = ++limit;
    error = machine.run(two_waves);
    if (!error.empty()) {
      EXPECT_THAT(error, HasSubstr("endless"));
    }
  } while (!error.empty() && limit < 100);
  EXPECT_GT(limit, 1U);
  EXPECT_LT(limit, 100U);
}

TEST_P(FaultTest, ARepetitionIsCertain) {
  Machine machine("endless", GetParam(), 1);
  machine.options.instruction_limit = ~uint64_t{0};
  EXPECT_THAT(machine.run(two_waves),
              AllOf(HasSubstr("wave 0, at +0x"),
                    HasSubstr("endless: after 2 instructions that only compute and branch, all "
                              "registers are what they were")));
}

TEST_P(FaultTest, ACountIsNoRepetition) {
  // 3,000,000 rounds of three instructions, longer than it takes to be looked at.
  Machine machine("count", GetParam(), 32);
  EXPECT_EQ(machine.run(one_wave, {3'000'000, 0}), "");
  EXPECT_EQ(machine.out()[0], 3'000'000U);
}

TEST_P(FaultTest, OnlyDeclaredRegistersMayBeUsed) {
  Machine machine("too_many_registers", GetParam(), 32);
  EXPECT_EQ(machine.run(one_wave, {0, 0}), "");
  EXPECT_THAT(machine.run(one_wave, {1, 0}),
              AllOf(HasSubstr("v_mov_b32_e32 v32, 0"),
                    HasSubstr("it uses v32, and the kernel's descriptor declares 32 VGPRs (v0 to "
                              "v31): raise .amdhsa_next_free_vgpr to 33 or more")));
}

/// Throws on whatever thread the third workgroup runs.
class Exhausted final : public Observer {
 public:
  void on_workgroup_begin(const Workgroup& group) override {
    if (group.index == 3) throw std::bad_alloc();
  }
};

TEST_P(FaultTest, OutOfMemoryOnAWorkerIsAnError) {
  Machine machine("early_exit", GetParam(), 64);
  machine.options.threads = 4;
  Exhausted observer;
  machine.options.observer = [&](unsigned) { return &observer; };
  EXPECT_EQ(machine.run({{9, 1, 1}, {32, 1, 1}, 0}),
            "early_exit: out of memory while workgroup 3 of 9 ran");
}

TEST_P(FaultTest, ALaunchCanBeCancelled) {
  Machine machine("count", GetParam(), 32);
  std::stop_source source;
  machine.options.cancel = source.get_token();
  machine.options.instruction_limit = ~uint64_t{0};
  std::jthread canceller([&source] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    source.request_stop();
  });
  EXPECT_EQ(machine.run({{7, 1, 1}, {32, 1, 1}, 0}, {~0u, 0}),
            "count: cancelled after 0 of 7 workgroups");
}

TEST(BarrierFault, DeadlockNamesTheWaves) {
  Machine machine("wait_alone", "gfx1201", 1);
  const std::string error = machine.run({{1, 1, 1}, {96, 1, 1}, 0});
  EXPECT_THAT(error, StartsWith("wait_alone: workgroup (0, 0, 0): deadlock, no wave can continue"));
  for (const char* line :
       {"\n    wave 0 waits at the barrier, has not signalled it\n      \\+0x[0-9a-f]+: "
        "s_barrier_wait .*    // .*wait_alone.s:10",
        "\n    wave 2 waits at the barrier, has signalled it\n      \\+0x[0-9a-f]+: "
        "s_barrier_wait "}) {
    EXPECT_THAT(error, ContainsRegex(line));
  }
}

TEST(BarrierFault, MisuseIsReported) {
  Machine twice("signal_twice", "gfx1201", 1);
  EXPECT_THAT(twice.run(two_waves), AllOf(HasSubstr("at +0x4: signals the workgroup barrier twice"),
                                          HasSubstr("s_barrier_signal -1")));
  EXPECT_EQ(twice.run(one_wave), "");  // barriers of a single wave are no-ops
  Machine leave("signal_and_end", "gfx1201", 1);
  EXPECT_THAT(leave.run(two_waves), HasSubstr("at +0x4: ends after it has signalled"));
}

}  // namespace
}  // namespace tilewright::emu
