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
  for (const char* command : {"ladder", "resources", "matmul", "devices"}) {
    EXPECT_THAT(top.out, HasSubstr(command));
    const Ended help = run(std::string(command) + " --help");
    EXPECT_EQ(help.status, 0);
    EXPECT_THAT(help.out, HasSubstr(fmt::format("Example:\n  tilewright {}", command)));
    EXPECT_EQ(help.err, "");
  }
  for (const char* later : {"launch", "sweep", "tune", "explain"}) {
    EXPECT_THAT(top.out, Not(HasSubstr(later))) << "what does not exist is not listed";
  }
  EXPECT_THAT(run("--version").out, testing::StartsWith("tilewright 0."));
}

TEST_F(Program, BadUsageIsTwo) {
  for (const char* arguments :
       {"", "climb", "ladder --arch gfx900", "ladder --rung 9", "ladder --shape 1x2",
        "ladder --shape 0x1x1", "ladder --dtype fp12", "ladder --device tpu", "ladder --threads -1",
        "ladder --seed x", "ladder --data zeros", "ladder --nonsense", "matmul",
        "matmul a.npy b.npy", "matmul a.npy b.npy -o c.npy --rung 0", "resources --json"}) {
    const Ended got = run(arguments);
    EXPECT_EQ(got.status, 2) << arguments;
    EXPECT_NE(got.err, "") << arguments;
    EXPECT_EQ(got.out, "") << arguments;
  }
  EXPECT_THAT(run("ladder --shape 1x2").err, HasSubstr("'1x2' is not a shape: write MxNxK"));
  EXPECT_THAT(run("ladder --rung 9").err, HasSubstr("tuned-192x224-4x2")) << "says what there is";
}

TEST_F(Program, ADeviceThatIsNotThereIsAFailure) {
  for (const char* device : {"hip", "cuda"}) {
    const Ended got = run(fmt::format("ladder --device {} --rung 8 --shape 16x16x16", device));
    EXPECT_EQ(got.status, 1);
    EXPECT_EQ(got.err, fmt::format("tilewright: device {} is not built in: this version has the "
                                   "software GPU, --device emu\n",
                                   device));
  }
}

TEST_F(Program, ListsDevices) {
  const Ended got = run("devices");
  EXPECT_EQ(got.status, 0);
  for (const char* arch : {"gfx1100", "gfx1151", "gfx1201"}) EXPECT_THAT(got.out, HasSubstr(arch));
  EXPECT_THAT(got.out, HasSubstr("cuda    -        NVIDIA cards       not built in"));
  EXPECT_THAT(got.out, Not(HasSubstr("\x1b["))) << "no colours where nobody watches";
}

}  // namespace
}  // namespace tilewright::cli
