// The installed program, in a prefix that was moved after the installation.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "cli/run_program.hpp"

namespace tilewright {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Install : public cli::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    const cli::Ended done =
        shell("'" TW_CMAKE "' --install '" TW_BUILD_FOLDER "' --prefix \"$PWD/first\"");
    ASSERT_EQ(done.status, 0) << done.out << done.err;
    std::filesystem::rename(path("first"), path("prefix"));
  }
  [[nodiscard]] cli::Ended installed(const std::string& arguments) const {
    return shell("prefix/bin/tilewright " + arguments);
  }
};

// One test: installing takes longer than all that is tried afterwards.
TEST_F(Install, StandsOnItsOwn) {
  EXPECT_EQ(installed("--version").out, run("--version").out);
  EXPECT_EQ(installed("devices").out, run("devices").out);

  const cli::Ended ladder = installed("ladder --arch gfx1201 --rung 1 --shape 64x64x64");
  EXPECT_EQ(ladder.status, 0) << ladder.err;
  EXPECT_THAT(ladder.out, HasSubstr("1 exact"));

  // No library of the build folder, under which the program itself must not be then.
  std::filesystem::copy_file(TW_SAXPY, path("saxpy"));
  const cli::Ended emu = shell(
      "LD_DEBUG=files prefix/bin/tilewright emu --arch gfx1100 --arch gfx1201 --strict -- ./saxpy");
  EXPECT_EQ(emu.status, 0) << emu.err;
  EXPECT_EQ(emu.out,
            "device 0 gfx1100: code of gfx1100, 2 calls, 0 wrong\n"
            "device 1 gfx1201: code of gfx1201, 2 calls, 0 wrong\n");
  EXPECT_THAT(emu.err, AllOf(HasSubstr(path("prefix/lib/tilewright/libtilewright-emu.so")),
                             HasSubstr(path("prefix/lib/tilewright/hip/libamdhip64.so.7"))));
  EXPECT_THAT(emu.err, Not(HasSubstr(TW_BUILD_FOLDER)));

  const std::string config =
      "TILEWRIGHT_CACHE=cache prefix/bin/tilewright ladder --arch gfx1201 --shape 64x64x64 "
      "--config 64x64x32,2x2,2buf";
  const cli::Ended compiled = shell(config);
  EXPECT_EQ(compiled.status, 0) << compiled.err;
  EXPECT_THAT(compiled.out, HasSubstr("1 exact"));
  std::filesystem::remove_all(path("prefix/share/tilewright/ladder"));
  std::filesystem::remove_all(path("prefix/share/tilewright/src"));
  EXPECT_THAT(shell(config).err,
              HasSubstr("the kernels' templates are not in " + path("prefix/share/tilewright")));

  for (const char* file : {"LICENSE", "README.md", "docs/emulator.md", "ladder/README.md"}) {
    EXPECT_TRUE(std::filesystem::exists(path("prefix/share/doc/tilewright/") + file)) << file;
  }
}

}  // namespace
}  // namespace tilewright
