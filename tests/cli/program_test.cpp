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
  for (const char* command : {"ladder", "resources", "matmul", "launch", "sweep", "devices"}) {
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
       {"", "climb", "ladder --arch gfx900", "ladder --rung 99", "ladder --shape 1x2",
        "ladder --shape 0x1x1", "ladder --dtype fp12", "ladder --device tpu", "ladder --threads -1",
        "ladder --seed x", "ladder --data zeros", "ladder --nonsense", "matmul",
        "matmul a.npy b.npy", "matmul a.npy b.npy -o c.npy --rung 0", "resources --json"}) {
    const Ended got = run(arguments);
    EXPECT_EQ(got.status, 2) << arguments;
    EXPECT_NE(got.err, "") << arguments;
    EXPECT_EQ(got.out, "") << arguments;
  }
  EXPECT_THAT(run("ladder --shape 1x2").err, HasSubstr("'1x2' is not a shape: write MxNxK"));
  EXPECT_THAT(run("ladder --rung 99").err, HasSubstr("tuned-192x224-4x2")) << "says what there is";
}

TEST_F(Program, ADeviceThatIsNotThereIsAFailure) {
  const Ended hip = run("ladder --device hip --rung 8 --shape 16x16x16");
  EXPECT_EQ(hip.status, 1);
  EXPECT_THAT(hip.err, HasSubstr("device hip is not built in"));
  // Where there is an NVIDIA driver, this runs.
  const Ended cuda = run("ladder --device cuda --rung 8 --shape 16x16x16");
  if (cuda.status != 0) {
    EXPECT_EQ(cuda.status, 1);
    EXPECT_THAT(cuda.err, HasSubstr("libcuda"));
  }
}

TEST_F(Program, ListsDevices) {
  const Ended got = run("devices");
  EXPECT_EQ(got.status, 0);
  for (const char* arch : {"gfx1100", "gfx1151", "gfx1201"}) EXPECT_THAT(got.out, HasSubstr(arch));
  EXPECT_THAT(got.out, HasSubstr("hip     -        Radeon cards       not built in"));
  EXPECT_THAT(got.out, HasSubstr("cuda "));
  EXPECT_THAT(got.out, Not(HasSubstr("\x1b["))) << "no colours where nobody watches";
}

}  // namespace
}  // namespace tilewright::cli
