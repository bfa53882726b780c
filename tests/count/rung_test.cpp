// The counters of a rung are what its tile says they must be.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "bench/run.hpp"
#include "device/emu/emu_device.hpp"
#include "ladder/kernels.hpp"
#include "ladder/rdna/rungs.hpp"

namespace tilewright {
namespace {

device::Counters counters(const Target& target, const char* id, unsigned threads) {
  const Rung& rung = *find_rung(id);
  const bench::Shape shape{2 * rung.tile.block_m, 2 * rung.tile.block_n, 4 * rung.tile.block_k};
  const auto gpu = device::open_emu(target.name, {.threads = threads, .counters = true}).value();
  const auto operands = bench::make_operands(shape, bench::Data::pm1, 7, 2, {});
  const auto uploaded = bench::upload(*gpu, operands).value();
  const auto product = bench::multiply(*gpu, kernel_image(target.name, id), rung, uploaded);
  EXPECT_TRUE(product);
  return gpu->take_report().counters.value();
}

TEST(Counters, AgreeWithThePlan) {
  for (const Target& target : targets) {
    for (const char* id : {"2", "8"}) {
      const Rung& rung = *find_rung(id);
      const bench::Shape shape{2 * rung.tile.block_m, 2 * rung.tile.block_n, 4 * rung.tile.block_k};
      const auto plan = bench::plan_launch(rung, shape).value();
      const auto c = counters(target, id, 2);
      EXPECT_EQ(c.wmmas, plan.wmmas) << id;
      EXPECT_EQ(c.workgroups, plan.workgroups) << id;
      EXPECT_EQ(c.stored_bytes, 2ull * shape.m * shape.n) << id;
      EXPECT_GT(c.instructions, c.wmmas) << id;
      EXPECT_GT(c.barriers, 0u) << id;
      // A and B come from DRAM once, and C goes there once.
      const uint64_t factors = 2ull * shape.k * (shape.m + shape.n);
      EXPECT_EQ(c.dram_read_bytes, factors) << id;
      EXPECT_EQ(c.dram_written_bytes, 2ull * shape.m * shape.n) << id;
    }
  }
}

TEST(Counters, DoNotDependOnThreads) {
  const auto one = counters(targets[2], "8", 1);
  const auto two = counters(targets[2], "8", 2);
  EXPECT_EQ(one.instructions, two.instructions);
  EXPECT_EQ(one.lds_conflict_clocks, two.lds_conflict_clocks);
  EXPECT_EQ(one.l2_bytes, two.l2_bytes);
  EXPECT_EQ(one.by_opcode, two.by_opcode);
}

TEST(Counters, DoNotDependOnWhereTheHostPutsMemory) {
  const auto first = counters(targets[2], "3-padded", 1);
  for (const size_t bytes : {size_t{4096}, size_t{3} << 20, size_t{40} << 20}) {
    const std::vector<std::byte> in_the_way(bytes);
    const auto again = counters(targets[2], "3-padded", 1);
    EXPECT_EQ(first.l2_bytes, again.l2_bytes) << bytes;
    EXPECT_EQ(first.dram_read_bytes, again.dram_read_bytes) << bytes;
  }
}

TEST(Counters, PlainRowsConflictAndPaddedOnesDoNot) {
  const auto plain = counters(targets[2], "2", 2);
  const auto padded = counters(targets[2], "3-padded", 2);
  EXPECT_GT(plain.lds_conflict_clocks, padded.lds_conflict_clocks);
}

}  // namespace
}  // namespace tilewright
