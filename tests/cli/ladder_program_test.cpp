// tilewright ladder and resources, from the outside.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>

#include "run_program.hpp"

namespace tilewright::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class LadderProgram : public ProgramTest {
 protected:
  [[nodiscard]] json record(const std::string& name) const {
    return json::parse(read(name), nullptr, false);
  }
};

std::set<std::string> keys(const json& object) {
  std::set<std::string> names;
  for (const auto& [key, value] : object.items()) names.insert(key);
  return names;
}

TEST_F(LadderProgram, RunsOneRungAndWritesItsRecord) {
  const Ended got =
      run("ladder --arch gfx1201 --rung 8 --shape 129x97x65 --seed 5 --json out.json");
  EXPECT_EQ(got.status, 0) << got.out << got.err;
  EXPECT_THAT(got.out, HasSubstr("gfx1201  129x97x65"));
  EXPECT_THAT(got.out, HasSubstr("1 exact, in"));
  EXPECT_EQ(got.err, "") << "no progress where nobody watches";

  const json out = record("out.json");
  EXPECT_EQ(keys(out), (std::set<std::string>{"schema_version", "tool", "runs"}));
  EXPECT_EQ(out["schema_version"], 1);
  EXPECT_EQ(out["tool"]["seed"], 5);
  EXPECT_EQ(out["tool"]["command"],
            "tilewright ladder --arch gfx1201 --rung 8 --shape 129x97x65 --seed 5 --json out.json");
  ASSERT_EQ(out["runs"].size(), 1u);
  const json& first = out["runs"][0];
  EXPECT_EQ(first["device"],
            json({{"kind", "emu"}, {"arch", "gfx1201"}, {"name", "software RDNA GPU"}}));
  EXPECT_EQ(first["dtype"], "fp16");
  EXPECT_EQ(first["accumulate"], "fp16");
  EXPECT_EQ(first["shape"], json({{"m", 129}, {"n", 97}, {"k", 65}}));
  const json& rung = first["rungs"][0];
  EXPECT_EQ(rung["id"], "8");
  EXPECT_EQ(rung["exact"], true);
  EXPECT_EQ(rung["mismatches"], 0);
  EXPECT_GT(rung["emulation_s"], 0);
  EXPECT_EQ(rung["resources"]["lds_bytes"], 32256);
  EXPECT_EQ(rung["resources"]["waves_per_simd"], 4);
  for (const char* unknown :
       {"first_mismatch", "refused", "error", "counters", "time_ms", "tflops", "reference"}) {
    ASSERT_TRUE(rung.contains(unknown)) << unknown << " is null, not absent";
    EXPECT_TRUE(rung[unknown].is_null()) << unknown;
  }
}

TEST_F(LadderProgram, SaysWhyARungIsRefused) {
  const Ended got = run("ladder --arch gfx1100 --rung 1 --rung 4 --shape 33x32x17 --json out.json");
  EXPECT_EQ(got.status, 1) << "rung 1 was asked for with this shape";
  EXPECT_THAT(got.out, HasSubstr("1: takes whole tiles only: M=33 is no multiple of 32 and K=17 is "
                                 "no multiple of 16;"));
  EXPECT_THAT(got.out, HasSubstr("1 exact, 1 refused"));
  const json rungs = record("out.json")["runs"][0]["rungs"];
  EXPECT_TRUE(rungs[0]["exact"].is_null());
  EXPECT_TRUE(rungs[0]["refused"].is_string());
  EXPECT_EQ(rungs[1]["exact"], true);
  EXPECT_TRUE(rungs[1]["findings"].is_null()) << "nobody looked";
}

TEST_F(LadderProgram, ARungOfAllMayRefuseAShape) {
  EXPECT_EQ(run("ladder --arch gfx1201 --shape 33x32x17").status, 0);
  EXPECT_EQ(run("ladder --arch gfx1201 --rung 1").status, 0)
      << "of the default shapes one is ragged";
}

TEST_F(LadderProgram, SaysThatStrictModeFoundNothing) {
  const Ended got =
      run("ladder --arch gfx1201 --rung 8 --shape 33x32x17 --shape 33x32x17 --strict --json "
          "out.json");
  EXPECT_EQ(got.status, 0) << got.out;
  EXPECT_THAT(got.out, HasSubstr("strict: nothing found\n"));
  const json runs = record("out.json")["runs"];
  EXPECT_EQ(runs.size(), 1u) << "a shape given twice runs once";
  EXPECT_EQ(runs[0]["rungs"][0]["findings"], json::array());
}

TEST_F(LadderProgram, NothingButRefusalsIsNoSuccess) {
  EXPECT_EQ(run("ladder --arch gfx1100 --rung 2 --shape 33x32x17").status, 1);
}

TEST_F(LadderProgram, ChecksNormalDataAgainstFloat64) {
  const Ended got = run("ladder --rung 5 --shape 20x30x40 --data normal --json out.json");
  EXPECT_EQ(got.status, 0) << got.out;
  const json out = record("out.json");
  ASSERT_EQ(out["runs"].size(), 3u) << "all targets by default";
  for (const json& each : out["runs"]) {
    EXPECT_GT(each["rungs"][0]["float64"]["max_error"], 0);
    EXPECT_LT(each["rungs"][0]["float64"]["max_share_of_bound"], 1);
  }
}

TEST_F(LadderProgram, AShapeBeyondThisMachineIsRefusedAtOnce) {
  const Ended got = run("ladder --rung 8 --shape 1000000x200000x8000000");
  EXPECT_EQ(got.status, 1);
  EXPECT_THAT(got.err, HasSubstr("GiB of memory, this machine has"));
}

TEST_F(LadderProgram, AShapeThatNoRungTakesCostsNothing) {
  // No machine could hold the data.
  const Ended got = run("ladder --arch gfx1201 --rung 1 --shape 2147483647x2147483647x1");
  EXPECT_EQ(got.status, 1) << "nothing was shown to be right";
  EXPECT_EQ(got.err, "");
  EXPECT_THAT(got.out,
              HasSubstr("1: takes whole tiles only: M=2,147,483,647 is no multiple of 32"));
  EXPECT_THAT(got.out, HasSubstr("0 exact, 1 refused"));
}

TEST_F(LadderProgram, CountsWhatExplainsTheSteps) {
  const Ended got =
      run("ladder --arch gfx1201 --rung 2 --rung 3-padded --rung 8 --shape 256x256x64 --counters "
          "--json out.json");
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_LE(widest_line(got.out), 100u);
  EXPECT_THAT(got.out, testing::ContainsRegex("rung +instr. +conflicts +barriers +loaded"));
  const json rungs = record("out.json")["runs"][0]["rungs"];
  ASSERT_EQ(rungs.size(), 3u);
  for (const json& rung : rungs) {
    EXPECT_EQ(rung["counters"]["wmma"], rung["geometry"]["wmmas"]) << rung["id"];
    // Each slice of A and of B is read once by each block of C.
    EXPECT_GE(rung["counters"]["loaded_bytes"], 2 * 256 * 64 * 2) << rung["id"];
  }
  // One 256x256 block: A and B once, C once.
  EXPECT_EQ(rungs[0]["counters"]["loaded_bytes"], 2 * 256 * 64 * 2);
  EXPECT_EQ(rungs[0]["counters"]["stored_bytes"], 256 * 256 * 2);
  EXPECT_GT(rungs[0]["counters"]["model"]["lds_conflict_clocks"],
            rungs[1]["counters"]["model"]["lds_conflict_clocks"])
      << "what padding is for";
}

TEST_F(LadderProgram, ResourcesSayWhereARungExists) {
  const Ended got = run("resources --arch gfx1100 --rung fp8-config1");
  EXPECT_EQ(got.status, 2);
  EXPECT_EQ(got.out, "");
  EXPECT_EQ(got.err,
            "tilewright: rung fp8-config1 exists for gfx1201 only: take --arch gfx1201\n"
            "Run with --help for more information.\n");
  EXPECT_THAT(run("resources --arch gfx1100 --arch gfx1201 --rung fp8-config1").err,
              HasSubstr("rung fp8-config1 is not built for gfx1100; it exists for gfx1201"));
}

TEST_F(LadderProgram, ResourcesFitInto100Columns) {
  const Ended got = run("resources");
  EXPECT_EQ(got.status, 0);
  EXPECT_LE(widest_line(got.out), 100u) << got.out;
}

TEST_F(LadderProgram, CountFitsInto100Columns) {
  const Ended got =
      run("count --arch gfx1201 --rung 8 --rung tuned-192x224-4x2 --shape 512x512x64");
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_LE(widest_line(got.out), 100u) << got.out;
  const Ended markdown = run("count --arch gfx1201 --rung 8 --shape 512x512x64 --markdown");
  EXPECT_THAT(markdown.out, HasSubstr("\n|---|---:|"));
}

TEST_F(LadderProgram, AJsonFileThatCannotBeWrittenIsAFailure) {
  const Ended got = run("ladder --arch gfx1201 --rung 8 --shape 16x16x16 --json nowhere/out.json");
  EXPECT_EQ(got.status, 1);
  EXPECT_THAT(got.err, HasSubstr("cannot write nowhere/out.json: No such file or directory"));
}

TEST_F(LadderProgram, ReportsResourcesBesideThePublished) {
  const Ended got = run("resources --arch gfx1201 --rung 8 --rung 1 --json out.json");
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_THAT(got.out, HasSubstr("published: Table 13  133 -3"));
  EXPECT_THAT(got.out, HasSubstr("LDS: 1 published, 1 equal. Waves per SIMD: 1 published, 1 equal. "
                                 "VGPRs: 1 published, 0 equal, 1\nlower."));
  const json kernels = record("out.json")["kernels"];
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_TRUE(kernels[0]["published"].is_null()) << "the post says nothing of rung 1";
  EXPECT_EQ(kernels[1]["published"]["source"], "AMD post, Table 13");
  EXPECT_EQ(kernels[1]["published"]["vgprs"], 133);
  EXPECT_EQ(kernels[1]["resources"]["spills"], 0);
  EXPECT_EQ(kernels[1]["resources"]["scratch_bytes"], 0);
}

}  // namespace
}  // namespace tilewright::cli
