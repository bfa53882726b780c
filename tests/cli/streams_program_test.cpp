// What reaches standard output and standard error, and what happens if it does not.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "run_program.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

class Streams : public ProgramTest {};

TEST_F(Streams, ThatAreFullAreTold) {
  for (const char* command :
       {"resources --arch gfx1201 --rung 8", "sweep --tile 128x96x64", "--help", "matmul --help",
        "--version", "ladder --arch gfx1201 --rung 8 --shape 16x16x16"}) {
    const Ended got = run(fmt::format("{} >/dev/full; status=$?; (exit $status)", command));
    EXPECT_EQ(got.status, 1) << command;
  }
  const int status = std::system(
      fmt::format("cd '{}' && '{}' --help >/dev/full 2>err.txt", path("."), TW_PROGRAM).c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_THAT(read("err.txt"),
              HasSubstr("standard output could not be written: No space left on device"));
}

TEST_F(Streams, OfErrorsMayBeFull) {
  const auto status = [&](const char* command) {
    return WEXITSTATUS(std::system(
        fmt::format("cd '{}' && '{}' {} 2>/dev/full", path("."), TW_PROGRAM, command).c_str()));
  };
  EXPECT_EQ(status("ladder --threads"), 2);
  EXPECT_EQ(status("report none.json"), 1);
  EXPECT_EQ(status("--help >/dev/full"), 1);
}

TEST_F(Streams, OfErrorsDoNotObeyTheirWords) {
  for (const char* command :
       {"matmul \"$(printf 'a\\033[31m')\" b.npy -o c.npy",
        "ladder --shape \"$(printf '\\033[31m')\"", "\"$(printf 'x\\033[31m')\""}) {
    const Ended got = run(command);
    EXPECT_NE(got.status, 0);
    EXPECT_THAT(got.err, HasSubstr("\\u{1b}[31m")) << command;
    EXPECT_THAT(got.err, Not(HasSubstr("\x1b"))) << command;
  }
}

TEST_F(Streams, OfResultsDoNotObeyTheirNamesEither) {
  const Ended extracted =
      run("resources --arch gfx1201 --rung 8 --extract . && mkdir \"$(printf 'd\\033')\" && '" +
          std::string(TW_PROGRAM) +
          "' resources --arch gfx1201 --rung 8 --extract \"$(printf 'd\\033')\"");
  EXPECT_EQ(extracted.status, 0) << extracted.err;
  EXPECT_THAT(extracted.out, HasSubstr("d\\u{1b}/gfx1201-8.co"));
  EXPECT_THAT(extracted.out, Not(HasSubstr("\x1b")));
  const Ended emu = run("emu -- \"$(printf 'none\\033')\"");
  EXPECT_EQ(emu.status, 127);
  EXPECT_THAT(emu.err, HasSubstr("there is no program 'none\\u{1b}'"));
}

TEST_F(Streams, ThatAreClosedAreNotMistakenForFiles) {
  for (const char* closed : {">&-", "<&- >&-", "<&- >&- 2>&-"}) {
    const int status =
        std::system(fmt::format("cd '{}' && '{}' resources --arch gfx1201 --json x {}", path("."),
                                TW_PROGRAM, closed)
                        .c_str());
    EXPECT_EQ(WEXITSTATUS(status), 1) << closed << ": the table was not written";
    EXPECT_THAT(read("x"), testing::StartsWith("{")) << closed;
    EXPECT_THAT(read("x"), Not(HasSubstr("per SIMD"))) << closed;
  }
}

TEST_F(Streams, ComeInTheirOrder) {
  // The table is printed before the record cannot be written.
  const int status = std::system(
      fmt::format("cd '{}' && '{}' resources --arch gfx1201 --rung 8 --json /dev/full >both 2>&1",
                  path("."), TW_PROGRAM)
          .c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1);
  const std::string both = read("both");
  EXPECT_LT(both.find("gfx1201"), both.find("tilewright: cannot write /dev/full"));
}

}  // namespace
}  // namespace tilewright::cli
