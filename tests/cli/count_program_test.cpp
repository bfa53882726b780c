// tilewright count: tables and records agree with what the tile says must come out.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "run_program.hpp"

namespace tilewright::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class CountProgram : public ProgramTest {};

TEST_F(CountProgram, CountsAGenerationAsTheTileSays) {
  // Rung 8: blocks of 128 x 96 by slices of 64. 3 x 3 blocks, two slices, and all of it fits the
  // card: a workgroup loads (128 + 96) * 128 halves and executes 8 * 6 * 8 WMMAs.
  const Ended got =
      run("count --arch gfx1201 --arch gfx1100 --rung 8 --shape 384x288x128 --json out.json");
  ASSERT_EQ(got.status, 0) << got.err;
  const json out = json::parse(read("out.json"));
  EXPECT_EQ(out["shape"]["k"], 128);
  ASSERT_EQ(out["kernels"].size(), 2u);
  for (const json& kernel : out["kernels"]) {
    EXPECT_EQ(kernel["workgroups"], 9);
    EXPECT_EQ(kernel["workgroups_of_launch"], 9);
    EXPECT_EQ(kernel["counters"]["wmma"], 9 * 8 * 6 * 8);
    EXPECT_EQ(kernel["counters"]["loaded_bytes"], 9 * (128 + 96) * 128 * 2);
    EXPECT_EQ(kernel["counters"]["stored_bytes"], 384 * 288 * 2);
    EXPECT_EQ(kernel["counters"]["model"]["lds_conflict_clocks"], 0);
    // What all workgroups share comes from DRAM once.
    EXPECT_EQ(kernel["counters"]["model"]["dram_read_bytes"], (384 + 288) * 128 * 2);
  }
  EXPECT_THAT(got.out, HasSubstr("gfx1201  384x288x128"));
  EXPECT_THAT(got.out, HasSubstr("9 of 9"));
  EXPECT_THAT(got.out, HasSubstr("149.33"));
}

TEST_F(CountProgram, RunsNoMoreThanTheCardHolds) {
  // 64 compute units, two workgroups each.
  const Ended got = run("count --arch gfx1201 --rung 8 --shape 1536x1152x64 --json out.json");
  ASSERT_EQ(got.status, 0) << got.err;
  const json out = json::parse(read("out.json"));
  EXPECT_EQ(out["kernels"][0]["workgroups"], 128);
  EXPECT_EQ(out["kernels"][0]["workgroups_of_launch"], 144);
}

TEST_F(CountProgram, WritesATableThatMarkdownReads) {
  const Ended got = run("count --arch gfx1100 --rung 8 --shape 128x96x64 --markdown");
  ASSERT_EQ(got.status, 0) << got.err;
  std::istringstream lines(got.out);
  std::string line;
  size_t columns = 0;
  int count = 0;
  for (; std::getline(lines, line); ++count) {
    const auto bars = static_cast<size_t>(std::ranges::count(line, '|'));
    if (count == 0) columns = bars;
    EXPECT_EQ(bars, columns) << line;
  }
  EXPECT_EQ(count, 3);
  EXPECT_THAT(got.out, HasSubstr("| 8 | 1 of 1 |"));
}

TEST_F(CountProgram, FitsInto100Columns) {
  const Ended got =
      run("count --arch gfx1201 --config 128x96x64,2x2,2buf,permuted --config 128x96x64,2x2,2buf "
          "--shape 1536x1152x128");
  ASSERT_EQ(got.status, 0) << got.err;
  EXPECT_LE(widest_line(got.out), 100u) << got.out;
  EXPECT_THAT(got.out, HasSubstr("\n  128x96x64,2x2,2buf,permuted\n  "));
  EXPECT_THAT(got.out, HasSubstr("\n  128x96x64,2x2,2buf\n  "));
}

TEST_F(CountProgram, SaysWhichKernelRefusesAShape) {
  const Ended got = run("count --arch gfx1201 --rung 2 --shape 100x100x100");
  EXPECT_EQ(got.status, 1);
  EXPECT_THAT(got.err, HasSubstr("gfx1201 2: "));
  EXPECT_THAT(got.err, HasSubstr("M=100"));
}

}  // namespace
}  // namespace tilewright::cli
