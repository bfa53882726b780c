// How failures look, in the table and in the record: the kernels themselves give none to see.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "cli/ladder_record.hpp"
#include "cli/ladder_table.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

LadderRun run_with(bench::RungResult result) {
  LadderRun run{
      .device = {.kind = device::Kind::emu, .arch = "gfx1201", .name = "software RDNA GPU"},
      .target = &targets[2],
      .shape = {16, 16, 16},
      .data = bench::Data::pm1,
      .rungs = {}};
  result.plan = *bench::plan_launch(*find_rung("8"), run.shape);
  run.rungs.push_back(
      {.rung = find_rung("8"), .resources = {.vgprs = 130}, .result = std::move(result)});
  return run;
}

bench::RungResult wrong() {
  bench::RungResult result;
  result.verdict = {
      .mismatches = 3,
      .first = bench::Mismatch{
          .row = 5, .column = 7, .expected = 0x4000, .got = bench::poison(Precision::fp16)}};
  result.unwritten = 1;
  result.damage = bench::GuardDamage{.bytes = 2, .first = 512};
  return result;
}

TEST(LadderTable, AFailedRungSaysEverythingThatIsWrong) {
  const LadderRun run = run_with(wrong());
  LadderTable table(false);
  (void)table.begin(run);
  EXPECT_THAT(table.line(run.rungs[0]), HasSubstr("8     FAIL "));
  const std::string notes = table.notes(run);
  EXPECT_THAT(notes, HasSubstr("8 FAIL: C[5, 7] is nan (0x7e5a), must be 2 (0x4000); wrong "
                               "elements: 3 of 256"));
  EXPECT_THAT(notes, HasSubstr("never written: 1"));
  EXPECT_THAT(notes, HasSubstr("written outside C: 2 B, the first 0 B past"));
  EXPECT_THAT(ladder_summary({run}, 1, false), HasSubstr("0 exact, 1 FAILED, in 1 s"));
}

TEST(LadderTable, ADevicesReportKeepsItsLines) {
  bench::RungResult result;
  result.error = "read outside every buffer\n  pc 0x120";
  const LadderRun run = run_with(result);
  LadderTable table(false);
  (void)table.begin(run);
  EXPECT_THAT(table.line(run.rungs[0]), testing::EndsWith("-\n")) << "no time of a run that failed";
  EXPECT_EQ(table.notes(run), "  8 FAIL:\n    read outside every buffer\n      pc 0x120\n\n");
}

TEST(LadderTable, ColoursDoNotMoveLineBreaks) {
  const LadderRun run = run_with(wrong());
  std::string coloured = LadderTable(true).notes(run);
  for (size_t at = coloured.find('\x1b'); at != std::string::npos; at = coloured.find('\x1b')) {
    coloured.erase(at, coloured.find('m', at) - at + 1);
  }
  EXPECT_EQ(coloured, LadderTable(false).notes(run));
}

TEST(LadderRecord, HoldsTheFirstMismatch) {
  const nlohmann::ordered_json record = ladder_record({run_with(wrong())}, 1);
  const nlohmann::ordered_json& rung = record["runs"][0]["rungs"][0];
  EXPECT_EQ(rung["exact"], false);
  EXPECT_EQ(rung["mismatches"], 3);
  EXPECT_EQ(rung["first_mismatch"]["row"], 5);
  EXPECT_EQ(rung["first_mismatch"]["column"], 7);
  EXPECT_EQ(rung["first_mismatch"]["expected"], 2.0);
  EXPECT_EQ(rung["first_mismatch"]["got_bits"], 0x7e5a);
  EXPECT_EQ(rung["outside_c"]["first_offset"], 512);
  EXPECT_NO_THROW((void)record.dump()) << "NaN and all";
}

}  // namespace
}  // namespace tilewright::cli
