// Files that cannot be written are told before the work, and nothing that exists is harmed.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <cstring>

#include "core/npy.hpp"
#include "run_program.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

class Outputs : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    std::filesystem::create_directories(path("folder"));
    std::ofstream(path("file")) << "kept";
    for (const char* name : {"a.npy", "b.npy"}) {
      const Array ones{.dtype = DType::f16,
                       .shape = {16, 16},
                       .fortran_order = false,
                       .data = std::vector<std::byte>(512)};
      ASSERT_TRUE(write_npy(path(name), ones));
    }
  }
};

TEST_F(Outputs, AreLookedAtBeforeTheWork) {
  for (const char* command : {"ladder --arch gfx1201 --rung 8 --shape 16x16x16 --json",
                              "resources --rung 8 --json", "sweep --tile 128x96x64 --json",
                              "matmul a.npy b.npy -o", "report no-such-record.json --plot"}) {
    struct Case {
      const char* file;
      const char* why;
    };
    for (const Case& c : {Case{"nowhere/out", "No such file or directory"},
                          Case{"file/out", "Not a directory"}, Case{"folder", "it is a folder"}}) {
      const Ended got = run(fmt::format("{} {}", command, c.file));
      EXPECT_EQ(got.status, 1) << command;
      EXPECT_THAT(got.err, HasSubstr(fmt::format("cannot write {}: {}", c.file, c.why))) << command;
      EXPECT_EQ(got.out, "") << "no work was done: " << command;
    }
  }
  const Ended extract = run("resources --arch gfx1201 --rung 8 --extract nowhere");
  EXPECT_EQ(extract.status, 1);
  EXPECT_THAT(extract.err, HasSubstr("cannot write nowhere/gfx1201-8.co"));
  EXPECT_EQ(extract.out, "");
}

TEST_F(Outputs, AreNotTouchedByAFailure) {
  // The output can be written; the product cannot be made.
  const Ended got = run("matmul a.npy b.npy -o file --rung 2");
  EXPECT_EQ(got.status, 1);
  EXPECT_EQ(read("file"), "kept");
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path("."))) {
    EXPECT_THAT(entry.path().string(), Not(HasSubstr(".tmp")));
    ++files;
  }
  EXPECT_GE(files, 4u);
}

}  // namespace
}  // namespace tilewright::cli
