// tilewright sweep, from the outside.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "codeobject/code_object.hpp"
#include "core/file.hpp"
#include "run_program.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

class SweepProgram : public ProgramTest {};

TEST_F(SweepProgram, NamesTheWordsThatAFieldKnows) {
  const Ended verdict = run("sweep --where verdict=fit");
  EXPECT_EQ(verdict.status, 2);
  EXPECT_EQ(verdict.out, "");
  EXPECT_THAT(verdict.err, HasSubstr("'fit' is no verdict: one of fits, spills, impossible\n"));
  EXPECT_THAT(run("sweep --where layout!=flat").err,
              HasSubstr("'flat' is no layout: one of plain, padded, permuted"));
}

TEST_F(SweepProgram, TakesFp16WhereThereIsNoFp8) {
  const Ended got = run("sweep --arch gfx1100 --tile 128x96x64 --json out.json");
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_THAT(got.out, HasSubstr("RDNA 3, fp16"));
  const auto record = nlohmann::json::parse(read("out.json"));
  EXPECT_EQ(record["dtype"], "fp16");
  EXPECT_THAT(run("sweep --tile 128x96x64").out, HasSubstr("RDNA 4, fp8"));
  const Ended asked = run("sweep --arch gfx1100 --dtype fp8");
  EXPECT_EQ(asked.status, 2);
  EXPECT_THAT(asked.err, HasSubstr("gfx1100 has no fp8 WMMA"));
}

TEST_F(SweepProgram, RefusesWhatIsNoTile) {
  for (const char* tile : {"192", "192x", "x192", "axb", "1x2x3x4", "192x192,4x2,1buf", "''"}) {
    const Ended got = run(fmt::format("sweep --tile {}", tile));
    EXPECT_EQ(got.status, 2) << tile;
    EXPECT_THAT(got.err, HasSubstr("is not a tile: write MxN or MxNxK")) << tile;
  }
  const Ended unknown = run("sweep --tile 100x100");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("edges are 64, 96, 128, 160, 192, 224, 256"));
}

TEST_F(SweepProgram, SaysThatNothingIsLeft) {
  const Ended got = run("sweep --where m=5");
  EXPECT_EQ(got.status, 0);
  EXPECT_THAT(got.out, HasSubstr("no configuration meets all of --tile and --where"));
}

TEST_F(SweepProgram, AsksForTheCompilerBeforeItsFigures) {
  for (const char* arguments : {"--where 'spills>0'", "--where 'waves_per_simd=4'",
                                "--where 'vgprs<=128'", "--sort vgprs", "--sort -workgroups"}) {
    const Ended got = run(fmt::format("sweep {}", arguments));
    EXPECT_EQ(got.status, 2) << arguments;
    EXPECT_EQ(got.out, "") << arguments;
    EXPECT_THAT(got.err, HasSubstr("known of compiled kernels only; add --compile")) << arguments;
  }
}

TEST_F(SweepProgram, TakesTheNamesOfRecords) {
  const auto configs = [&](const std::string& arguments) {
    EXPECT_EQ(run("sweep --where n=96 --json out.json " + arguments).status, 0) << arguments;
    const auto record = nlohmann::json::parse(read("out.json"));
    std::string all;
    for (const auto& each : record["candidates"]) all += each["config"].get<std::string>() + "\n";
    return all;
  };
  const std::string brief = configs("--where 'lds<=20000' --where 'predicted<=128' --sort -steps");
  EXPECT_EQ(configs("--where 'lds_bytes<=20000' --where 'predicted_vgprs<=128' --sort -fold_steps"),
            brief);
  EXPECT_NE(brief, "");
  EXPECT_EQ(run("sweep --sort workgroups_per_cu").status, 2) << "the compiler's by any name";
}

TEST_F(SweepProgram, WritesAllAndPrintsTheTop) {
  const Ended one = run("sweep --where n=96 --where m=96 --top 1 --json out.json");
  EXPECT_EQ(one.status, 0);
  EXPECT_GT(nlohmann::json::parse(read("out.json"))["candidates"].size(), 1u);
}

TEST_F(SweepProgram, CountsOneConfiguration) {
  const Ended got =
      run("sweep --arch gfx1201 --dtype fp16 --tile 128x96x64 --where waves_m=2 --where waves_n=2 "
          "--where buffers=1 --where layout=padded");
  EXPECT_THAT(got.out, HasSubstr("1 configuration: 1 fit"));
}

TEST_F(SweepProgram, SortsWhatItPredicts) {
  const Ended got = run("sweep --where n=96 --where m=96 --sort predicted --json out.json");
  EXPECT_EQ(got.status, 0) << got.err;
  const auto candidates = nlohmann::json::parse(read("out.json"))["candidates"];
  EXPECT_TRUE(candidates.front()["predicted_vgprs"].is_number());
  EXPECT_TRUE(candidates.back()["predicted_vgprs"].is_null());
}

TEST_F(SweepProgram, FitsInto100Columns) {
  for (const char* arguments : {"--dtype fp8", "--dtype fp16", "--arch gfx1100"}) {
    const Ended got = run(fmt::format("sweep {}", arguments));
    EXPECT_EQ(got.status, 0);
    EXPECT_LE(widest_line(got.out), 100u) << arguments;
  }
}

TEST_F(SweepProgram, InterruptedLeavesFinishedKernelsAlone) {
  // timeout signals the whole group, as a terminal does.
  const int status = std::system(
      fmt::format("cd '{}' && timeout -s INT 3 '{}' sweep --compile --cache c >out.txt 2>err.txt",
                  path("."), TW_PROGRAM)
          .c_str());
  EXPECT_EQ(WEXITSTATUS(status), 124) << "it was still at work";
  const auto unfinished = [&] {
    std::string names;
    for (const auto& entry : std::filesystem::directory_iterator(path("c"))) {
      const std::string name = entry.path().filename();
      const auto image = read_file(entry.path());
      // A compiler may have ended just before, and its kernel not have its last name yet.
      const bool whole = image && codeobject::parse(*image).has_value();
      if (!whole || !name.ends_with(".co")) names += name + "\n";
    }
    return names;
  };
  // The compilers were told at the same moment.
  for (int tries = 0; tries < 100 && !unfinished().empty(); ++tries) ::usleep(100'000);
  EXPECT_EQ(unfinished(), "");
}

TEST_F(SweepProgram, ChecksTheOrderBeforeItCompiles) {
  const Ended got = run("sweep --tile 128x96x64 --compile --sort colour");
  EXPECT_EQ(got.status, 2);
  EXPECT_THAT(got.err, HasSubstr("cannot sort by 'colour'"));
}

}  // namespace
}  // namespace tilewright::cli
