// Which accesses of a workgroup reach L2, and what of them reaches DRAM.
// SPDX-License-Identifier: MIT
#include "emu/count/tally.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "emu/exec/wave.hpp"

namespace tilewright::emu::count {
namespace {

/// One workgroup whose waves access `kFloats` floats of one array, 32 an instruction.
class Stream {
 public:
  static constexpr unsigned kFloats = 256;

  Stream() { tally_.on_workgroup_begin(group_); }

  void access(bool write, bool atomic = false) {
    for (uint64_t first = 0; first < kFloats; first += kLanes) {
      uint64_t address[kLanes];
      for (unsigned lane = 0; lane < kLanes; ++lane) address[lane] = kArray + 4 * (first + lane);
      tally_.on_access(wave_, uop_,
                       {MemoryAccess::Space::global, write, atomic, 4, ~uint32_t{0}, address});
    }
  }
  TrafficBytes finish() {
    tally_.on_workgroup_end(group_);
    return traffic_.finish();
  }

 private:
  static constexpr uint64_t kArray = 1 << 20;

  std::unique_ptr<InstructionSet> instructions_ = InstructionSet::create("gfx1201").value();
  MemorySystem system_;
  Traffic traffic_{system_, 1, 1};
  Placement placement_{{}};
  Tally tally_{*instructions_, traffic_, placement_, system_};
  Workgroup group_;
  Wave wave_;
  Uop uop_;
};

// y[i] += 1: 1,024 bytes are read and written, and both go through L2.
TEST(Tally, StoresToLoadedLinesReachL2AndDram) {
  Stream y;
  y.access(false);
  y.access(true);
  const TrafficBytes bytes = y.finish();
  EXPECT_EQ(bytes.l2, 2048u);
  EXPECT_EQ(bytes.dram_read, 1024u);
  EXPECT_EQ(bytes.dram_written, 1024u);
}

TEST(Tally, EachRoundOfLoadAndStoreReachesL2) {
  Stream y;
  for (int round = 0; round < 3; ++round) {
    y.access(false);
    y.access(true);
  }
  const TrafficBytes bytes = y.finish();
  EXPECT_EQ(bytes.l2, 1024u + 3 * 1024u);  // loads after the first are the first level's
  EXPECT_EQ(bytes.dram_read, 1024u);
  EXPECT_EQ(bytes.dram_written, 1024u);
}

TEST(Tally, StoresInARowAreGathered) {
  Stream y;
  y.access(true);
  y.access(true);
  const TrafficBytes bytes = y.finish();
  EXPECT_EQ(bytes.l2, 1024u);
  EXPECT_EQ(bytes.dram_written, 1024u);
}

TEST(Tally, EachAtomicReachesL2) {
  Stream y;
  for (int round = 0; round < 3; ++round) y.access(true, true);
  const TrafficBytes bytes = y.finish();
  EXPECT_EQ(bytes.l2, 3 * 1024u);
  EXPECT_EQ(bytes.dram_written, 1024u);
}

}  // namespace
}  // namespace tilewright::emu::count
