// What script/hopper-bench makes of its words and of where it stands. The program and the build
// tool are shell scripts that write down how they are called; no GPU takes part.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "cli/run_program.hpp"

namespace tilewright::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class HopperBench : public ProgramTest {
 protected:
  /// A source tree of only the script, a caller's folder beside it, and a build tool.
  void SetUp() override {
    ProgramTest::SetUp();
    fs::create_directories(path("tree/script"));
    fs::copy_file(TW_HOPPER_BENCH, path("tree/script/hopper-bench"));
    script("tools/cmake", "echo \"cmake $*\" >>'" + path("log") + "'");
    fs::create_directories(path("caller"));
  }

  void script(const std::string& name, const std::string& body) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream(path(name)) << "#!/bin/sh\n" << body << "\n";
    fs::permissions(path(name), fs::perms::owner_all);
  }
  /// A tilewright that writes down `name` and where it is run.
  void program(const std::string& folder, const std::string& name) const {
    script(folder + "/tilewright", "echo \"" + name + " in $(pwd -P) $1\" >>'" + path("log") + "'");
  }
  /// In the folder `from`.
  [[nodiscard]] Ended bench(const std::string& command, const std::string& from = "caller") const {
    return shell(
        fmt::format("(cd {} && unset TILEWRIGHT_BIN CUDA_HOME && PATH='{}':\"$PATH\" && {})", from,
                    path("tools"), command));
  }
  /// What a program of that name writes first.
  [[nodiscard]] std::string ran(const std::string& name) const {
    return fmt::format("{} in {} ladder\n", name, fs::canonical(path("tree")).string());
  }
};

TEST_F(HopperBench, RefusesWhatItDoesNotDo) {
  struct Case {
    const char* words;
    const char* why;
  };
  for (const Case& c : {
           Case{"bad", "'bad' is nothing that this does"},
           Case{"''", "'' is nothing that this does"},
           Case{"check quick", "'check' stands alone, and 'quick' follows"},
           Case{"check ''", "'check' stands alone, and '' follows"},
           Case{"measure measure", "'measure' stands alone"},
           Case{"carry", "'carry' needs the name of a folder"},
           Case{"carry ''", "'carry' needs the name of a folder"},
           Case{"carry out more", "'carry' takes one folder, and 'more' follows"},
       }) {
    const Ended got = bench(fmt::format("./hopper-bench {}", c.words), "tree/script");
    EXPECT_EQ(got.status, 2) << c.words;
    EXPECT_EQ(got.out, "") << c.words;
    EXPECT_THAT(got.err, StartsWith("Measures the ladder on an NVIDIA Hopper GPU")) << c.words;
    EXPECT_THAT(got.err, HasSubstr(c.why));
  }
  EXPECT_FALSE(fs::exists(path("log"))) << "something was built or run: " << read("log");
}

TEST_F(HopperBench, HelpsFromAnyFolder) {
  const Ended got = bench("sh hopper-bench --help", "tree/script");
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_THAT(got.out, HasSubstr("\n  script/hopper-bench carry FOLDER"));
  EXPECT_THAT(got.out, Not(HasSubstr("SPDX")));
}

TEST_F(HopperBench, TakesTheProgramThatItIsTold) {
  program("caller/mine", "mine");
  program("tree/build/hopper/bin", "carried");
  const Ended got = bench("TILEWRIGHT_BIN=mine ../tree/script/hopper-bench check");
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_THAT(read("log"), StartsWith(ran("mine")));
  EXPECT_THAT(read("log"), Not(HasSubstr("cmake")));
}

TEST_F(HopperBench, BuildsNothingInPlaceOfTheProgramThatItIsTold) {
  fs::create_directories(path("caller/none/tilewright"));
  for (const char* told : {"none", "caller/none", "/dev/null"}) {
    const Ended got =
        bench(fmt::format("TILEWRIGHT_BIN={} ../tree/script/hopper-bench check", told));
    EXPECT_EQ(got.status, 2) << told;
    EXPECT_THAT(got.err, HasSubstr(fmt::format("TILEWRIGHT_BIN is {}, and no program", told)));
  }
  EXPECT_FALSE(fs::exists(path("log"))) << read("log");
}

TEST_F(HopperBench, RunsACarriedProgramWithoutABuild) {
  program("tree/build/hopper/bin", "carried");
  const Ended got = bench("../tree/script/hopper-bench check");
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_THAT(read("log"), StartsWith(ran("carried")));
  EXPECT_THAT(read("log"), Not(HasSubstr("cmake")));
}

TEST_F(HopperBench, BringsWhatWasBuiltUpToDate) {
  program("tree/build/hopper/bin", "built");
  std::ofstream(path("tree/build/hopper/CMakeCache.txt")) << "\n";
  for (const char* words : {"check", "carry out"}) {
    fs::remove(path("log"));
    const Ended got = bench(fmt::format("../tree/script/hopper-bench {}", words));
    EXPECT_EQ(got.status, 0) << words << got.err;
    EXPECT_THAT(read("log"), StartsWith("cmake -S . -B build/hopper ")) << words;
    EXPECT_THAT(read("log"), HasSubstr("\ncmake --build build/hopper --target tilewright"))
        << words;
  }
  script("tools/cmake", "exit 1");
  const Ended broken = bench("../tree/script/hopper-bench check");
  EXPECT_EQ(broken.status, 1);
  EXPECT_THAT(broken.err, HasSubstr("the build needs"));
}

TEST_F(HopperBench, CarriesToTheCallersFolder) {
  program("tree/build/hopper/bin", "built");
  const Ended got = bench("../tree/script/hopper-bench carry 'a folder/out'");
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_TRUE(fs::exists(path("caller/a folder/out/bin/tilewright")));
  EXPECT_FALSE(fs::exists(path("tree/a folder")));
  EXPECT_EQ(bench(fmt::format("../tree/script/hopper-bench carry '{}'", path("whole"))).status, 0);
  EXPECT_TRUE(fs::exists(path("whole/bin/tilewright")));
}

TEST_F(HopperBench, FindsItsTreeThroughLinksAndInSpiteOfCdpath) {
  program("tree/build/hopper/bin", "carried");
  fs::create_symlink("../tree/script/hopper-bench", path("caller/bench"));
  fs::create_directories(path("decoy/script"));
  const Ended linked = bench("./bench check");
  EXPECT_EQ(linked.status, 0) << linked.err;
  EXPECT_THAT(read("log"), StartsWith(ran("carried")));
  fs::remove(path("log"));
  const Ended misled =
      bench(fmt::format("CDPATH='{}' script/hopper-bench check", path("decoy")), "tree");
  EXPECT_EQ(misled.status, 0) << misled.err;
  EXPECT_THAT(read("log"), StartsWith(ran("carried")));
}

}  // namespace
}  // namespace tilewright::cli
