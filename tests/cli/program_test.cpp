// What a person who types commands meets: help, refusals, exit status.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "run_program.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

class Program : public ProgramTest {};

TEST_F(Program, HelpsAndSucceeds) {
  const Ended top = run("--help");
  EXPECT_EQ(top.status, 0);
  for (const char* command :
       {"ladder", "resources", "matmul", "launch", "count", "sweep", "devices", "report"}) {
    EXPECT_THAT(top.out, HasSubstr(command));
    const Ended help = run(std::string(command) + " --help");
    EXPECT_EQ(help.status, 0);
    EXPECT_THAT(help.out, HasSubstr("Example"));
    EXPECT_THAT(help.out, HasSubstr(fmt::format("\n  tilewright {}", command)));
    EXPECT_EQ(help.err, "");
  }
  for (const char* later : {"tune", "explain"}) {
    EXPECT_THAT(top.out, Not(HasSubstr(later))) << "what does not exist is not listed";
  }
  EXPECT_THAT(run("--version").out, testing::StartsWith("tilewright 0."));
}

TEST_F(Program, BadUsageIsTwo) {
  for (const char* arguments :
       {"climb", "ladder --arch gfx900", "ladder --rung 99", "ladder --shape 1x2",
        "ladder --shape 0x1x1", "ladder --dtype fp12", "ladder --device tpu", "ladder --threads -1",
        "ladder --seed x", "ladder --data zeros", "ladder --nonsense", "matmul",
        "matmul a.npy b.npy", "matmul a.npy b.npy -o c.npy --rung 0", "resources --json",
        "ladder --arch gfx1100 --arch gfx1201 --reference hipblaslt"}) {
    const Ended got = run(arguments);
    EXPECT_EQ(got.status, 2) << arguments;
    EXPECT_NE(got.err, "") << arguments;
    EXPECT_EQ(got.out, "") << arguments;
  }
  EXPECT_THAT(run("ladder --shape 1x2").err, HasSubstr("'1x2' is not a shape: write MxNxK"));
  EXPECT_THAT(run("ladder --rung 99").err, HasSubstr("tuned-192x224-4x2")) << "says what there is";
  EXPECT_THAT(run("ladder --reference hipblaslt").err, HasSubstr("name one by --arch"));
}

TEST_F(Program, ByItselfPrintsTheHelp) {
  const Ended bare = run("");
  EXPECT_EQ(bare.status, 0);
  EXPECT_EQ(bare.out, run("--help").out);
  EXPECT_EQ(bare.err, "");
}

TEST_F(Program, NamesTheCommandThatItDoesNotKnow) {
  const Ended got = run("climb");
  EXPECT_EQ(got.status, 2);
  EXPECT_EQ(got.out, "");
  EXPECT_EQ(got.err,
            "tilewright: there is no command 'climb'; there are ladder, resources, matmul, launch, "
            "emu, count, sweep, devices, report\n");
  EXPECT_THAT(run("--climb").err, HasSubstr("--climb"));
}

TEST_F(Program, KeepsItsHelpWithin100Columns) {
  for (const char* command : {"", "ladder", "resources", "matmul", "launch", "emu", "count",
                              "sweep", "devices", "report"}) {
    const Ended help = run(std::string(command) + " --help");
    EXPECT_LE(widest_line(help.out), 100u) << help.out;
  }
  // What an option accepts is still told.
  EXPECT_THAT(run("resources --help").out, HasSubstr("one of gfx1100, gfx1151, gfx1201"));
}

TEST_F(Program, TakesWholeNumbersAsTheyAreWritten) {
  for (const char* option :
       {"ladder --seed", "ladder --threads", "ladder --pairs", "count --threads", "sweep --threads",
        "sweep --top", "matmul a.npy b.npy -o c.npy --threads", "launch x.co x --block 1 --threads",
        "launch x.co x --block 1 --lds", "launch x.co x --block 1 --limit"}) {
    for (const char* value : {"-1", "010", "0x10", "1.5", "5x", "''", "18446744073709551616"}) {
      const Ended got = run(fmt::format("{} {}", option, value));
      EXPECT_EQ(got.status, 2) << option << ' ' << value;
      EXPECT_THAT(got.err, HasSubstr("is not a whole number from ")) << option << ' ' << value;
    }
  }
  EXPECT_THAT(run("ladder --threads 1025").err,
              HasSubstr("--threads: '1025' is not a whole number from 0 to 1024"));
  EXPECT_THAT(run("ladder --threads 010").err, HasSubstr("without leading zeros"));
}

TEST_F(Program, SaysWhoseValueIsMissing) {
  for (const char* arguments :
       {"ladder --seed", "ladder --shape=", "sweep --sort=", "resources --json"}) {
    const Ended got = run(arguments);
    EXPECT_EQ(got.status, 2) << arguments;
    const std::string words = arguments;
    const std::string option = words.substr(words.find("--"), words.find('=') - words.find("--"));
    EXPECT_EQ(got.err, fmt::format("tilewright: {}: its value is missing\n"
                                   "Run with --help for more information.\n",
                                   option));
  }
}

TEST_F(Program, SaysTheSameOfADeviceEverywhere) {
  const std::string devices = run("devices").out;
  for (const char* name : {"hip", "cuda"}) {
    for (const char* command : {"ladder --rung 8 --shape 16x16x16", "matmul a.npy b.npy -o c.npy",
                                "launch x.co x --block 1"}) {
      const Ended got = run(fmt::format("{} --device {}", command, name));
      if (got.status == 0) continue;  // there is an NVIDIA GPU here
      EXPECT_EQ(got.status, 1) << command;
      const std::string says = fmt::format("tilewright: device {}", name);
      ASSERT_THAT(got.err, testing::StartsWith(says)) << command;
      if (got.err.starts_with(says + " runs the ladder only")) continue;
      const std::string state =
          got.err.substr(says.size() + 2, got.err.find(';') - says.size() - 2);
      EXPECT_FALSE(state.empty());
      EXPECT_THAT(devices, HasSubstr(state)) << command;
    }
  }
}

TEST_F(Program, RefusesOptionsOfTheOtherKindOfDevice) {
  for (const char* option :
       {"--strict", "--counters", "--trace t.csv", "--config 64x64x32,2x2,2buf", "--arch gfx1201",
        "--data normal", "--a-type bf8"}) {
    const Ended got = run(fmt::format("ladder --device cuda {}", option));
    EXPECT_EQ(got.status, 2) << option;
    EXPECT_THAT(got.err, HasSubstr("for the software GPU, not for --device cuda")) << option;
    EXPECT_THAT(got.err, HasSubstr(std::string(option).substr(0, 6))) << option;
  }
  for (const char* option :
       {"--fair", "--check-only", "--fair --pairs 5", "--reference cublaslt"}) {
    EXPECT_THAT(run(fmt::format("ladder {}", option)).err, HasSubstr("add --device cuda"))
        << option;
  }
  EXPECT_THAT(run("ladder --a-type bf8").err, HasSubstr("add --dtype fp8"));
}

TEST_F(Program, SaysWhyCommandsAreMissingWithoutItsModule) {
  std::filesystem::copy_file(TW_PROGRAM, path("alone"));
  const auto alone = [&](const char* arguments) {
    const int status = std::system(
        fmt::format("cd '{}' && ./alone {} >out.txt 2>err.txt", path("."), arguments).c_str());
    return Ended{WEXITSTATUS(status), read("out.txt"), read("err.txt")};
  };
  const Ended help = alone("matmul --help");
  EXPECT_EQ(help.status, 2);
  EXPECT_EQ(help.out, "");
  EXPECT_THAT(help.err, testing::StartsWith("tilewright: without the software GPU: "));
  EXPECT_THAT(help.err, HasSubstr("libtilewright-emu.so: cannot open shared object file"));
  EXPECT_THAT(help.err, HasSubstr("so there is no command 'matmul', only ladder, devices, report"));
  EXPECT_EQ(std::ranges::count(help.err, '\n'), 1) << help.err;
  const Ended devices = alone("devices");
  EXPECT_EQ(devices.status, 0);
  EXPECT_THAT(devices.out, HasSubstr("cuda "));
}

TEST_F(Program, ListsDevices) {
  const Ended got = run("devices");
  EXPECT_EQ(got.status, 0);
  for (const char* arch : {"gfx1100", "gfx1151", "gfx1201"}) EXPECT_THAT(got.out, HasSubstr(arch));
  EXPECT_THAT(got.out, HasSubstr("hip "));
  EXPECT_THAT(got.out, HasSubstr("cuda "));
  EXPECT_THAT(got.out, Not(HasSubstr("\x1b["))) << "no colours where nobody watches";
}

}  // namespace
}  // namespace tilewright::cli
