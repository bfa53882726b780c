// The program on a HIP device: our own runtime, which the environment of these tests names.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "cli/run_program.hpp"

namespace tilewright::cli {
namespace {

using ::testing::HasSubstr;
using HipProgramTest = ProgramTest;

TEST_F(HipProgramTest, TheLadderRunsAndSaysOnWhat) {
  const Ended ended =
      run("ladder --device hip --arch gfx1201 --rung 8 --shape 100x90x80 --json r.json");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("software RDNA GPU, through HIP"));
  const auto record = nlohmann::json::parse(read("r.json"));
  const auto& ran = record.at("runs").at(0);
  EXPECT_EQ(ran.at("device").at("kind"), "emu");
  EXPECT_EQ(ran.at("device").at("arch"), "gfx1201");
  const auto& rung = ran.at("rungs").at(0);
  EXPECT_TRUE(rung.at("exact"));
  // What our runtime's events measure is the emulation's time, and no card's.
  EXPECT_TRUE(rung.at("time_ms").is_null());
  EXPECT_GT(rung.at("emulation_s"), 0.0);
}

TEST_F(HipProgramTest, NoDeviceMemoryIsLeftAtTheEnd) {
  ::setenv("TILEWRIGHT_RECORD", path("record").c_str(), 1);
  const Ended ended =
      run("ladder --device hip --arch gfx1100 --arch gfx1201 --rung 8 --shape 100x90x80");
  ::unsetenv("TILEWRIGHT_RECORD");
  EXPECT_EQ(ended.status, 0) << ended.err;
  // A line when the runtime starts, one for each launch, and one when it is unloaded.
  std::istringstream lines(read("record"));
  std::vector<nlohmann::json> records;
  for (std::string line; std::getline(lines, line);) records.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(records.size(), 4u);
  EXPECT_EQ(records.back().at("exit"), true);
  EXPECT_EQ(records.back().at("leaks"), nlohmann::json::array());
}

TEST_F(HipProgramTest, DevicesListsThem) {
  const Ended ended = run("devices");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("software RDNA GPU, through HIP"));
}

TEST_F(HipProgramTest, ATargetThatIsNotThereIsAnError) {
  const Ended ended = run("ladder --device hip --arch gfx1151 --rung 8 --shape 64x64x64");
  EXPECT_NE(ended.status, 0);
  EXPECT_THAT(ended.err, HasSubstr("no HIP device is a gfx1151; there are: gfx1100"));
}

TEST_F(HipProgramTest, WithoutARuntimeItSaysWhatIsMissing) {
  if (std::filesystem::exists("/opt/rocm/lib")) GTEST_SKIP() << "ROCm is installed here";
  ::unsetenv("LD_LIBRARY_PATH");
  const Ended ended = run("ladder --device hip --arch gfx1201 --rung 8 --shape 64x64x64");
  EXPECT_NE(ended.status, 0);
  EXPECT_THAT(ended.err, HasSubstr("libamdhip64.so.7 is not on this machine"));
}

TEST_F(HipProgramTest, AReferenceThatWasNotFetchedSaysHowToFetchIt) {
  if (std::filesystem::exists("/opt/rocm/lib")) GTEST_SKIP() << "ROCm is installed here";
  ::setenv("TILEWRIGHT_REFERENCE", path("nowhere").c_str(), 1);
  const Ended ended = run("ladder --arch gfx1201 --rung 8 --shape 64x64x64 --reference hipblaslt");
  EXPECT_NE(ended.status, 0);
  EXPECT_THAT(ended.err, HasSubstr("./run fetch-reference"));
}

}  // namespace
}  // namespace tilewright::cli
