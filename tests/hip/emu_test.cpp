// `tilewright emu` from outside: what programs see, print and end with.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/run_program.hpp"

namespace tilewright::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class EmuTest : public ProgramTest {
 protected:
  [[nodiscard]] Ended emu(const std::string& options, const std::string& child) const {
    return run("emu " + options + " -- '" TW_CHILD "' " + child);
  }
};

TEST_F(EmuTest, EndsAsTheProgramDoes) {
  EXPECT_EQ(0, emu("", "exit 0").status);
  EXPECT_EQ(7, emu("", "exit 7").status);
  EXPECT_EQ(2, emu("", "juggle").status);
  EXPECT_EQ(128 + SIGABRT, emu("", "abort").status);
}

TEST_F(EmuTest, SaysWhenThereIsNoProgram) {
  const Ended missing = run("emu -- no-such-program-anywhere");
  EXPECT_EQ(127, missing.status);
  EXPECT_EQ("tilewright emu: there is no program 'no-such-program-anywhere'\n", missing.err);
  EXPECT_EQ(126, run("emu -- '" TW_TEST_FOLDER "'").status);
  std::ofstream(path("no-format")) << "neither ELF nor a script\n";
  std::filesystem::permissions(path("no-format"), std::filesystem::perms::owner_all);
  EXPECT_EQ(126, run("emu -- ./no-format").status);
  EXPECT_EQ(2, run("emu --arch gfx906 -- true").status);
  EXPECT_EQ(2, run("emu").status);
}

TEST_F(EmuTest, AsksWhoseOptionsBehindTheProgramAre) {
  EXPECT_EQ("a b\n", run("emu echo a b").out);
  EXPECT_EQ("--json x\n", run("emu --arch gfx1100 -- echo --json x").out);
  const Ended ended = run("emu echo --json x");
  EXPECT_EQ(2, ended.status);
  EXPECT_THAT(ended.err, HasSubstr("--json behind the program: put -- before echo"));
  EXPECT_FALSE(std::filesystem::exists(path("x")));
}

TEST_F(EmuTest, SumsLaunchesUpByKernel) {
  const Ended ended = emu("--arch gfx1100 --json out.json", "exit 0");
  EXPECT_EQ(0, ended.status) << ended.err;
  EXPECT_THAT(ended.err, AllOf(HasSubstr("1 launch of 1 kernel in 1 process"), HasSubstr("small")));
  const auto document = nlohmann::json::parse(read("out.json"));
  ASSERT_EQ(1u, document.at("kernels").size());
  const auto& kernel = document.at("kernels")[0];
  EXPECT_EQ("gfx1100", kernel.at("arch"));
  EXPECT_EQ("small", kernel.at("name"));
  EXPECT_EQ(1, kernel.at("launches"));
  EXPECT_EQ(256 * 4, kernel.at("counters").at("stored_bytes"));
  EXPECT_EQ(0, document.at("exit_status"));
}

TEST_F(EmuTest, KeepsTheRecordOfAProgramThatDies) {
  EXPECT_THAT(emu("", "abort").err, HasSubstr("1 launch of 1 kernel in 1 process"));
}

TEST_F(EmuTest, KnowsAHipProgramThatLaunchedNothing) {
  EXPECT_THAT(emu("", "killed").err, HasSubstr("0 launches of 0 kernels in 1 process"));
  EXPECT_THAT(emu("", "nothing").err, HasSubstr("no HIP"));
}

TEST_F(EmuTest, StopsWavesThatRunTooLong) {
  const Ended ended = emu("--limit 3", "exit 0");
  EXPECT_EQ(3, ended.status);
  EXPECT_THAT(ended.err, AllOf(HasSubstr("the wave has executed 3 instructions, the limit"),
                               HasSubstr("hipErrorLaunchTimeOut")));
}

TEST_F(EmuTest, CountsForkedChildrenToo) {
  const Ended ended = emu("", "fork");
  EXPECT_EQ(0, ended.status) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("2 launches of 1 kernel in 2 processes"));
}

TEST_F(EmuTest, SkipsLaunchesThatChangeNothing) {
  // 2 x 1 + 5, 2 x 2 + 5; in place 1, 7, 19, 43, 91.
  const std::string results = "7\n9\n7\n7\n91\n";
  const Ended all = emu("--json all.json", "repeat");
  EXPECT_EQ(results, all.out) << all.err;
  EXPECT_THAT(all.err, Not(HasSubstr("not run")));
  // Of the first five the third to the fifth. Those that come after find something changed, or
  // are the first ones to find it unchanged.
  const Ended some = emu("--skip-repeats --json some.json", "repeat");
  EXPECT_EQ(results, some.out) << some.err;
  EXPECT_THAT(some.err, HasSubstr("3 launches were not run"));
  const auto kernel = [&](const char* file) {
    return nlohmann::json::parse(read(file)).at("kernels").at(0);
  };
  EXPECT_EQ(kernel("all.json").at("repeats"), 0);
  EXPECT_EQ(kernel("some.json").at("repeats"), 3);
  EXPECT_EQ(kernel("some.json").at("launches"), 13);
  EXPECT_EQ(kernel("some.json").at("counters"), kernel("all.json").at("counters"));
  EXPECT_EQ(emu("--skip-repeats --strict", "exit 0").status, 2);
}

// HIP programs keep what they got in static objects, and launch to clean up.
TEST_F(EmuTest, RunsWhatIsLaunchedAfterMain) {
  const Ended ended = emu("--arch gfx1100 --arch gfx1201 --strict", "late");
  EXPECT_EQ(0, ended.status) << ended.err;
  EXPECT_EQ("late, on device 1\n", ended.out);
  EXPECT_THAT(ended.err, HasSubstr("2 launches of 1 kernel in 1 process"));
}

TEST_F(EmuTest, EndsWhileThreadsStillUseHip) {
  for (int i = 0; i < 20; ++i) {
    const Ended ended = emu("", "busy");
    ASSERT_EQ(0, ended.status) << i << ended.err;
    EXPECT_THAT(ended.err, HasSubstr("0 launches of 0 kernels in 1 process"));
  }
}

TEST_F(EmuTest, ForksWhileAThreadUsesHip) {
  const Ended ended = emu("", "busy-fork");
  EXPECT_EQ(0, ended.status) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("20 launches of 1 kernel in 21 processes"));
}

TEST_F(EmuTest, KeepsTheRecordOfAProgramThatGoesElsewhere) {
  ASSERT_TRUE(std::filesystem::create_directory(path("tmp")));
  ::setenv("TMPDIR", "tmp", 1);
  const Ended ended = run("emu -- sh -c 'cd / && exec " TW_CHILD " exit 0'");
  // One that lives on leaves nothing behind.
  (void)run("emu -- sh -c '(sleep 0.2; exec " TW_CHILD " exit 0) >later.txt 2>&1 &'");
  ::unsetenv("TMPDIR");
  EXPECT_EQ(0, ended.status);
  EXPECT_THAT(ended.err, HasSubstr("1 launch of 1 kernel in 1 process"));
  for (int i = 0; i < 100 && read("later.txt").find("is not recorded") == std::string::npos; ++i) {
    ::usleep(100'000);
  }
  EXPECT_THAT(read("later.txt"), HasSubstr("cannot append to "));
  EXPECT_TRUE(std::filesystem::is_empty(path("tmp")));
}

TEST_F(EmuTest, RecordsInTheFolderWhereTheProgramWasStarted) {
  EXPECT_EQ(0, shell("TILEWRIGHT_RECORD=record '" TW_CHILD "' elsewhere").status);
  const std::string record = read("record");
  // Two launches, and a line before and after them.
  EXPECT_EQ(4, std::count(record.begin(), record.end(), '\n')) << record;
}

TEST_F(EmuTest, LeavesIgnoredSignalsIgnored) {
  std::ofstream(path("script")) << "trap '' INT\n"
                                   "'" TW_PROGRAM "' emu -- sh -c 'kill -INT $$; echo alive'\n";
  EXPECT_EQ("alive\n", shell("sh script").out);
}

TEST_F(EmuTest, WritesATrace) {
  EXPECT_EQ(0, emu("--trace trace.csv", "exit 0").status);
  EXPECT_THAT(read("trace.csv"), AllOf(StartsWith("\"Kind\","), HasSubstr("\"small\"")));
}

TEST_F(EmuTest, StrictModeTellsRacesAndFailsFor) {
  EXPECT_EQ(0, emu("", "race").status);
  const Ended ended = emu("--strict", "race");
  EXPECT_EQ(1, ended.status);
  EXPECT_THAT(ended.err, AllOf(HasSubstr("LDS race in race"), HasSubstr("tests/hip/kernels.hip:"),
                               HasSubstr("of strict mode")));
}

TEST_F(EmuTest, StrictModeTellsLeaks) {
  EXPECT_EQ(0, emu("", "leak").status);
  const Ended ended = emu("--strict", "leak");
  EXPECT_EQ(1, ended.status);
  EXPECT_THAT(ended.err,
              AllOf(HasSubstr("2 allocations were never freed"), HasSubstr("hipMalloc, 100 bytes"),
                    HasSubstr("2 allocations never "
                              "freed, 128 B")));
  EXPECT_THAT(emu("--strict", "exit 0").err, Not(HasSubstr("freed")));
}

TEST_F(EmuTest, AKernelThatFaultsBecomesAnErrorAndAReport) {
  const Ended ended = emu("--arch gfx1201", "overrun");
  EXPECT_EQ(4, ended.status);
  EXPECT_EQ("hipErrorIllegalAddress\n", ended.out);
  EXPECT_THAT(ended.err,
              AllOf(HasSubstr("overrun: workgroup (0, 0, 0), wave 0, lane 0, at +0x"),
                    HasSubstr("just past the end of allocation 1 (hipMalloc, 256 bytes)"),
                    HasSubstr("1 kernel stopped by the software GPU")));
}

// As a program ends that does not look at what HIP returns.
TEST_F(EmuTest, AStoppedKernelFailsAProgramThatEndsWell) {
  for (const char* options : {"", "--strict"}) {
    const Ended ended = emu(options, "overrun 0");
    EXPECT_EQ(1, ended.status) << options;
    EXPECT_EQ("hipErrorIllegalAddress\n", ended.out);
  }
  EXPECT_EQ(7, emu("--strict", "overrun 7").status);
}

constexpr const char* kSaxpyOutput =
    "device 0 gfx1100: code of gfx1100, 2 calls, 0 wrong\n"
    "device 1 gfx1201: code of gfx1201, 2 calls, 0 wrong\n";

// Its RPATH names a folder with another libamdhip64.so.7, which has nothing in it.
TEST_F(EmuTest, RunsAProgramOfHipccOnTwoDevices) {
  const Ended ended = run("emu --arch gfx1100 --arch gfx1201 --strict -- '" TW_SAXPY "'");
  EXPECT_EQ(0, ended.status) << ended.err;
  EXPECT_EQ(kSaxpyOutput, ended.out);
  EXPECT_THAT(ended.err, AllOf(HasSubstr("4 launches of 2 kernels"), HasSubstr("saxpy")));
}

// The dynamic loader takes lists that blanks and colons separate.
TEST_F(EmuTest, RunsFromAFolderWithABlankInItsName) {
  const auto bin = std::filesystem::path(TW_PROGRAM).parent_path();
  std::filesystem::create_directories(path("a folder/bin"));
  std::filesystem::copy_file(TW_PROGRAM, path("a folder/bin/tilewright"));
  std::filesystem::create_symlink(bin / "libtilewright-emu.so",
                                  path("a folder/bin/libtilewright-emu.so"));
  std::filesystem::create_directory_symlink(bin.parent_path() / "lib", path("a folder/lib"));
  const Ended ended =
      shell("'a folder/bin/tilewright' emu --arch gfx1100 --arch gfx1201 -- '" TW_SAXPY "'");
  EXPECT_EQ(0, ended.status) << ended.err;
  EXPECT_EQ(kSaxpyOutput, ended.out);
  EXPECT_THAT(ended.err, StartsWith("tilewright emu: 4 launches"));
}

TEST_F(EmuTest, RefusesAProgramOfAnotherHip) {
  const Ended ended = run("emu -- '" TW_OLDER "'");
  EXPECT_EQ(1, ended.status);
  EXPECT_THAT(ended.err, AllOf(HasSubstr("needs libamdhip64.so.5"),
                               HasSubstr("is libamdhip64.so.6 and .so.7")));
}

TEST_F(EmuTest, SaysIfThereIsNoCodeForTheDevice) {
  const Ended ended = run("emu --arch gfx1151 -- '" TW_SAXPY "'");
  EXPECT_EQ(3, ended.status);
  EXPECT_THAT(ended.err,
              AllOf(HasSubstr("no code object for gfx1151"), HasSubstr("hipErrorNoBinaryForGpu")));
}

TEST_F(EmuTest, StartsThroughAnotherLoader) {
  const Ended ended =
      run("emu --arch gfx1100 --arch gfx1201 --loader " TW_LOADER " -- '" TW_SAXPY "'");
  EXPECT_EQ(0, ended.status) << ended.err;
  EXPECT_EQ(kSaxpyOutput, ended.out);
}

TEST_F(EmuTest, KnowsBeforeTheStartThatALibraryIsTooOld) {
  const Ended ended = run("emu -- '" TW_NEWER "'");
  EXPECT_EQ(1, ended.status);
  EXPECT_THAT(ended.err, AllOf(HasSubstr("needs NEWER_2.0"), HasSubstr("--loader"),
                               HasSubstr("script/fetch-reference")));
}

TEST_F(EmuTest, LeavesOtherProgramsAlone) {
  const Ended ended = run("emu -- echo -n hello");
  EXPECT_EQ(0, ended.status);
  EXPECT_EQ("hello", ended.out);
  EXPECT_THAT(ended.err, HasSubstr("no HIP"));
}

}  // namespace
}  // namespace tilewright::cli
