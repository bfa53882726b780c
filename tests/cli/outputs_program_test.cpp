// Files that cannot be written are told before the work, and nothing that exists is harmed.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "core/npy.hpp"
#include "run_program.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

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

TEST_F(Outputs, AreEachAFileOfItsOwn) {
  std::filesystem::create_symlink("file", path("link"));
  for (const char* command :
       {"ladder --arch gfx1201 --rung 8 --shape 16x16x16 --json x --trace x",
        "ladder --arch gfx1201 --rung 8 --shape 16x16x16 --json ./x --trace folder/../x",
        "ladder --arch gfx1201 --rung 8 --shape 16x16x16 --json link --trace file",
        "matmul a.npy b.npy -o x --trace x", "emu --json x --trace ./x -- /bin/true",
        "report none.json --document file --plot file",
        "resources --arch gfx1201 --rung 8 --extract . --json gfx1201-8.co"}) {
    const Ended got = run(command);
    EXPECT_EQ(got.status, 1) << command << got.err;
    EXPECT_THAT(got.err, HasSubstr("give each a file of its own")) << command;
    EXPECT_EQ(got.out, "") << "no work was done: " << command;
    EXPECT_FALSE(std::filesystem::exists(path("x")));
    EXPECT_EQ(read("file"), "kept");
  }
  std::filesystem::create_symlink("none-yet", path("dangling"));
  EXPECT_THAT(run("ladder --json dangling --trace none-yet").err, HasSubstr("both write none-yet"));
  // What is no file takes as much as comes.
  EXPECT_EQ(run("ladder --arch gfx1201 --rung 8 --shape 16x16x16 --json /dev/null "
                "--trace /dev/null")
                .status,
            0);
}

TEST_F(Outputs, DoNotReplaceWhatIsRead) {
  const std::string before = read("a.npy");
  for (const char* command :
       {"matmul a.npy b.npy -o c.npy --trace a.npy", "matmul a.npy b.npy -o c.npy --trace ./b.npy",
        "matmul a.npy b.npy --scale-a file -o file", "report file --plot file",
        "emu --json file -- ./file"}) {
    const Ended got = run(command);
    EXPECT_EQ(got.status, 1) << command << got.err;
    EXPECT_THAT(got.err, HasSubstr("to be read: give it a file of its own")) << command;
    EXPECT_EQ(read("file"), "kept");
    EXPECT_EQ(read("a.npy"), before);
  }
  const Ended in_place = run("matmul a.npy b.npy -o a.npy");
  EXPECT_EQ(in_place.status, 0) << in_place.err;
}

TEST_F(Outputs, HaveNames) {
  for (const char* command :
       {"resources --json", "resources --extract", "ladder --json", "ladder --trace",
        "count --json", "sweep --json", "sweep --cache", "matmul a.npy b.npy -o",
        "matmul a.npy b.npy -o c.npy --bias", "matmul a.npy b.npy -o c.npy --scale-a",
        "matmul a.npy -o c.npy", "report file --plot", "report file --document",
        "emu --json x --trace", "emu --json"}) {
    for (const char* name : {"''", "-"}) {
      const Ended got = run(fmt::format("{} {}", command, name));
      EXPECT_EQ(got.status, 2) << command << " " << name;
      EXPECT_EQ(got.out, "");
      EXPECT_THAT(got.err, testing::AnyOf(HasSubstr("the name is empty"),
                                          HasSubstr("'-' stands for no stream")))
          << command;
    }
  }
  EXPECT_FALSE(std::filesystem::exists(path("-")));
}

TEST_F(Outputs, MayHaveNamesThatAreNoUtf8) {
  for (const char* command :
       {"ladder --arch gfx1201 --rung 8 --shape 16x16x16", "resources --arch gfx1201 --rung 8",
        "sweep --tile 128x96x64", "count --arch gfx1201 --rung 8 --shape 128x96x64"}) {
    std::filesystem::remove(path("j\xff.json"));
    const Ended got = run(fmt::format("{} --json \"$(printf 'j\\377.json')\"", command));
    EXPECT_EQ(got.status, 0) << command << got.err;
    EXPECT_THAT(read("j\xff.json"), HasSubstr("j\ufffd.json")) << command;
  }
}

TEST_F(Outputs, OnStandardOutputAreAlone) {
  const Ended got = run("matmul a.npy b.npy -o /dev/stdout --counters --strict | cat");
  EXPECT_EQ(got.status, 0);
  EXPECT_EQ(got.out.size(), 128u + 512u) << "the header, and 16 x 16 halves";
  for (const char* command :
       {"ladder --arch gfx1201 --rung 8 --shape 16x16x16 --counters", "sweep --tile 128x96x64",
        "resources --arch gfx1201 --rung 8", "count --arch gfx1201 --rung 8 --shape 128x96x64"}) {
    for (const char* name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
      const Ended json = run(fmt::format("{} --json {}", command, name));
      EXPECT_EQ(json.status, 0) << command;
      EXPECT_TRUE(nlohmann::json::accept(json.out)) << command << "\n" << json.out;
      EXPECT_THAT(json.err, HasSubstr("gfx1201")) << command;
    }
  }
}

TEST_F(Outputs, OnStandardOutputAreAddedToAFile) {
  const int status = std::system(fmt::format("cd '{0}' && echo before >log && '{1}' resources "
                                             "--rung 8 --json /dev/stdout >>log 2>/dev/null",
                                             path("."), TW_PROGRAM)
                                     .c_str());
  EXPECT_EQ(status, 0);
  EXPECT_THAT(read("log"), testing::StartsWith("before\n{"));
}

TEST_F(Outputs, ThatWereNotUnderstoodHaveAStatusOfTheirOwn) {
  for (const char* command : {"ladder --config foo",
                              "ladder --fair",
                              "ladder --dtype bf16",
                              "ladder --a-type bf8",
                              "sweep --where foo",
                              "sweep --where colour=3",
                              "sweep --sort colour",
                              "launch no.co k --block 0",
                              "launch no.co k --block 32 --grid x",
                              "count --config foo",
                              "launch no.co k --block 32 --arg x",
                              "launch no.co k --block 32 --arg f16:70000",
                              "launch no.co k --block 32 --arg in:",
                              "ladder --dtype fp8 --arch gfx1100",
                              "ladder --dtype ''",
                              "ladder --dtype fp16,",
                              "ladder --dtype fp8 --rung 8",
                              "ladder --turn 5",
                              "ladder --dtype fp8 --a-type bf8 --config 64x64x32,2x2,2buf",
                              "ladder --device cuda --fair",
                              "ladder --device cuda --rung tuned-192x224-4x2",
                              "ladder --device cuda --reference cublaslt --fair --turn nan",
                              "ladder --device cuda --dtype fp16,",
                              "matmul a.npy b.npy -o c.npy --rung 8 --bias a.npy",
                              "matmul a.npy b.npy -o c.npy --arch gfx1100 --bias a.npy",
                              "matmul a.npy b.npy -o c.npy --arch gfx1100 --rung fp8-config1",
                              "sweep --arch gfx1100 --dtype fp8",
                              "sweep --tile 77x99",
                              "sweep --where 'spills>0'",
                              "sweep --sort vgprs",
                              "resources --arch gfx1100 --rung fp8-config1",
                              "report none.json --dtype fp16",
                              "report none.json --plot p.svg --shape foo",
                              "report none.json --plot p.svg --dtype foo"}) {
    const Ended got = run(command);
    EXPECT_EQ(got.status, 2) << command << "\n" << got.err;
    EXPECT_EQ(got.out, "");
  }
  // What only a look at files and devices shows is no matter of usage.
  for (const char* command :
       {"launch no.co k --block 32", "report none.json", "matmul no.npy a.npy -o x"}) {
    EXPECT_EQ(run(command).status, 1) << command;
  }
}

}  // namespace
}  // namespace tilewright::cli
