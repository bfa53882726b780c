// What our HIP runtime writes of its launches, read back.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>

#include "device/hip/hip_report.hpp"

namespace tilewright::device::hip {
namespace {

TEST(HipReport, LosesNoCounter) {
  const char* const line =
      R"({"arch": "gfx1201", "kernel": "k", "thread": 1, "start_ns": 2, "end_ns": 3,
          "lds_bytes": 0, "scratch_bytes": 0, "vgprs": 8, "sgprs": 128, "workgroup_size": [32, 1, 1],
          "grid_size": [64, 1, 1], "findings": [], "counters": {"workgroups": 1, "instructions": 2,
          "wmma": 3, "valu": 4, "salu": 5, "lds": 6, "vmem": 7, "smem": 8, "branches": 9,
          "barriers": 10, "waits": 11, "lds_accesses": 12, "loaded_bytes": 13, "stored_bytes": 14,
          "lines_32": 15, "lines_64": 16, "lines_128": 17, "lds_clocks": 18,
          "lds_conflict_clocks": 19, "l2_bytes": 20, "dram_read_bytes": 21,
          "dram_written_bytes": 22}})";
  std::string text(line);
  std::erase(text, '\n');
  const LaunchReport report = parse_report(text + "\n" + text + "\n");
  ASSERT_EQ(report.launches.size(), 2u);
  ASSERT_TRUE(report.counters);
  const Counters& sum = *report.counters;
  EXPECT_EQ(sum.wmmas, 6u);
  EXPECT_EQ(sum.lds_accesses, 24u);
  EXPECT_EQ(sum.lines_32, 30u);
  EXPECT_EQ(sum.lines_64, 32u);
  EXPECT_EQ(sum.lines_128, 34u);
  EXPECT_EQ(sum.l2_bytes, 40u);
  EXPECT_EQ(sum.dram_read_bytes, 42u);
  EXPECT_EQ(sum.dram_written_bytes, 44u);
}

}  // namespace
}  // namespace tilewright::device::hip
