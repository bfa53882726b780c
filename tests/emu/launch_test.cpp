// Launches that go well: initial registers, arguments, LDS, scratch, barriers, threads, observers.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "emu/exec/kernarg.hpp"
#include "machine.hpp"

namespace tilewright::emu {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

class Launch : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(, Launch, ::testing::Values("gfx1100", "gfx1201"),
                         [](const auto& info) { return info.param; });

TEST_P(Launch, GivesEveryWorkItemItsIds) {
  const Geometry geometries[] = {
      {{1, 1, 1}, {1, 1, 1}, 0}, {{3, 1, 1}, {32, 1, 1}, 0},  {{2, 3, 1}, {48, 1, 1}, 0},
      {{2, 3, 4}, {5, 3, 2}, 0}, {{1, 1, 5}, {7, 11, 13}, 0}, {{1, 2, 1}, {1, 1, 1024}, 0},
  };
  for (const Geometry& g : geometries) {
    const uint64_t items = g.workgroup_items();
    Machine machine("registers", GetParam(), g.workgroup_count() * items * 8);
    machine.clear(0xdead);
    ASSERT_EQ(machine.run(g), "");
    const auto out = machine.out();
    for (uint64_t at = 0; at < out.size(); at += 8) {
      const uint64_t item = at / 8 % items;
      const uint64_t group = at / 8 / items;
      const uint64_t x = item % g.workgroup_size[0];
      const uint64_t y = item / g.workgroup_size[0] % g.workgroup_size[1];
      const uint64_t z = item / g.workgroup_size[0] / g.workgroup_size[1];
      const uint64_t lanes = std::min<uint64_t>(32, items - item / 32 * 32);
      ASSERT_EQ(out[at], x | y << 10 | z << 20);
      ASSERT_EQ(out[at + 1], group % g.workgroups[0]);
      ASSERT_EQ(out[at + 2], group / g.workgroups[0] % g.workgroups[1]);
      ASSERT_EQ(out[at + 3], group / g.workgroups[0] / g.workgroups[1]);
      ASSERT_EQ(out[at + 4], static_cast<uint32_t>((uint64_t{1} << lanes) - 1));
    }
  }
}

// One module, whose kernels of both wave sizes share their code.
TEST_P(Launch, RunsWavesOf32And64LanesOnTheSameCode) {
  for (const uint32_t size : {1U, 32U, 33U, 64U, 96U, 101U, 128U, 1024U}) {
    Machine machine("both_sizes", GetParam(), 3 * size_t{size} * 4);
    for (const unsigned lanes : {32U, 64U, 32U}) {
      machine.choose("waves_of_" + std::to_string(lanes));
      machine.clear(0xdead);
      ASSERT_EQ(machine.run({{3, 1, 1}, {size, 1, 1}, 0}, {size, 0}), "");
      const auto out = machine.out();
      for (uint32_t i = 0; i < 3 * size; ++i) {
        const uint32_t item = i % size;
        const uint32_t exist = std::min(lanes, size - item / lanes * lanes);
        const uint64_t exec = ~uint64_t{0} >> (64 - exist);
        ASSERT_THAT(std::vector(&out[4 * i], &out[4 * i] + 4),
                    ElementsAre(item, item % lanes, static_cast<uint32_t>(exec),
                                static_cast<uint32_t>(exec >> 32)))
            << lanes << " lanes, item " << i << " of " << size;
      }
    }
  }
}

TEST_P(Launch, FillsTheUserSgprsInOrder) {
  Machine machine("user_sgprs", GetParam(), 64);
  const Geometry geometry{{1, 3, 2}, {8, 4, 1}, 100};
  ASSERT_EQ(machine.run({{1, 3, 2}, {8, 4, 1}, 100}), "");
  const auto out = machine.out();
  DispatchPacket packet;
  std::memcpy(static_cast<void*>(&packet), out.data(), sizeof(packet));
  const codeobject::Kernel& kernel = machine.program().kernels()[0];
  const uint64_t kernarg = out[18] | uint64_t{out[19]} << 32;
  const DispatchPacket expected =
      build_packet(kernel, geometry, machine.program().load_base(), kernarg);
  EXPECT_EQ(std::memcmp(&packet, &expected, sizeof(packet)), 0);
  EXPECT_EQ(packet.group_segment_size, 120U);
  EXPECT_EQ(out[22], 12U);  // s6: scratch bytes of a work-item
  EXPECT_EQ(out[23], 0U);   // workgroup id x
  for (uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(out[32 + lane], lane % 8);
  const uint32_t dispatch_id = out[20];
  ASSERT_EQ(machine.run(geometry), "");
  EXPECT_GT(machine.out()[20], dispatch_id);
}

TEST_P(Launch, GivesEveryWorkItemItsScratch) {
  Machine machine("scratch", GetParam(), 100);
  for (const uint32_t offset : {0U, 3U, 12U}) {
    machine.clear();
    ASSERT_EQ(machine.run({{1, 1, 1}, {100, 1, 1}, 0}, {offset, 0}), "");
    const auto out = machine.out();
    for (uint32_t item = 0; item < out.size(); ++item) EXPECT_EQ(out[item], item + 1);
  }
}

TEST_P(Launch, IsTheSameForAnyNumberOfThreads) {
  Machine machine("handover", GetParam(), 128 * 37);
  for (const unsigned threads : {1U, 2U, 5U}) {
    machine.clear();
    machine.options.threads = threads;
    ASSERT_EQ(machine.run({{37, 1, 1}, {128, 1, 1}, 0}), "");
    const auto out = machine.out();
    for (uint32_t i = 0; i < out.size(); ++i) {
      ASSERT_EQ(out[i], (i + 64) % 128 + 1000 * (i / 128)) << "item " << i;
    }
  }
}

TEST_P(Launch, LetsEndedWavesPassTheBarrier) {
  Machine machine("early_exit", GetParam(), 96);
  machine.clear(7);
  ASSERT_EQ(machine.run({{1, 1, 1}, {96, 1, 1}, 0}), "");
  const auto out = machine.out();
  for (uint32_t i = 0; i < 96; ++i) EXPECT_EQ(out[i], i / 32 == 1 ? 7U : i);
}

TEST_P(Launch, LetsWavesWaitForEachOtherWithoutABarrier) {
  Machine machine("spin", GetParam(), 1);
  ASSERT_EQ(machine.run({{1, 1, 1}, {64, 1, 1}, 0}), "");
  EXPECT_THAT(machine.out(), ElementsAre(42));
}

struct Tally final : Observer {
  int begun = 0, ended = 0, barriers = 0, instructions = 0;
  bool all_decoded = true;
  void on_workgroup_begin(const Workgroup&) override { ++begun; }
  void on_workgroup_end(const Workgroup&) override { ++ended; }
  void on_barrier(const Workgroup&) override { ++barriers; }
  void on_instruction(const Wave& wave, const Uop& uop) override {
    ++instructions;
    all_decoded = all_decoded && Code::is_decoded(uop) && wave.next == &uop && uop.dwords > 0;
  }
};

TEST_P(Launch, ShowsEverythingToTheObservers) {
  Machine machine("handover", GetParam(), 128 * 10);
  Tally tally[2];
  machine.options.threads = 2;
  machine.options.observer = [&tally](unsigned worker) { return &tally[worker]; };
  ASSERT_EQ(machine.run({{10, 1, 1}, {128, 1, 1}, 0}), "");
  EXPECT_EQ(tally[0].begun + tally[1].begun, 10);
  EXPECT_EQ(tally[0].ended + tally[1].ended, 10);
  EXPECT_EQ(tally[0].barriers + tally[1].barriers, 10 * 4);
  EXPECT_TRUE(tally[0].all_decoded && tally[1].all_decoded);
  const int instructions = tally[0].instructions + tally[1].instructions;
  EXPECT_EQ(instructions % 40, 0);  // ten workgroups of four waves, all the same path
  EXPECT_GT(instructions, 40 * 20);
}

TEST_P(Launch, TellsItsProgress) {
  Machine machine("registers", GetParam(), 6 * 32 * 8);
  std::vector<uint64_t> seen;
  machine.options.threads = 2;
  machine.options.progress = [&seen](uint64_t done, uint64_t total) {
    EXPECT_EQ(total, 6U);
    seen.push_back(done);
  };
  ASSERT_EQ(machine.run({{6, 1, 1}, {32, 1, 1}, 0}), "");
  EXPECT_THAT(seen, ElementsAre(1, 2, 3, 4, 5, 6));
}

}  // namespace
}  // namespace tilewright::emu
