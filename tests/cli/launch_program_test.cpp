// tilewright launch, as a kernel author uses it.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <numeric>
#include <span>

#include "core/half.hpp"
#include "core/npy.hpp"
#include "core/random.hpp"
#include "ladder/kernels.hpp"
#include "run_program.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

class LaunchProgram : public ProgramTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    std::vector<float> values(64);
    std::iota(values.begin(), values.end(), -5.0f);
    Array array{.dtype = DType::f32, .shape = {64}, .fortran_order = false, .data = {}};
    array.data.resize(values.size() * sizeof(float));
    std::memcpy(array.data.data(), values.data(), array.data.size());
    ASSERT_TRUE(write_npy(path("x.npy"), array));
  }
  [[nodiscard]] std::string launch(const std::string& rest) const {
    return fmt::format("launch {}/scale.{}.co {}", TW_OBJECT_DIR, GetParam(), rest);
  }
};

INSTANTIATE_TEST_SUITE_P(Generations, LaunchProgram, testing::Values("gfx1100", "gfx1201"));

TEST_P(LaunchProgram, ScalesAnArray) {
  const Ended got = run(
      launch("scale --grid 2 --block 32 --arg in:x.npy --arg out:y.npy:f32:8x8 --arg f32:-0.5"));
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_THAT(got.out, HasSubstr("y.npy: float32 [8, 8]"));
  const auto y = read_npy(path("y.npy"));
  ASSERT_TRUE(y) << y.error().message;
  for (int i = 0; i < 64; ++i) {
    float value = 0;
    std::memcpy(&value, &y->data[static_cast<size_t>(i) * sizeof(value)], sizeof(value));
    EXPECT_EQ(value, -0.5f * static_cast<float>(i - 5)) << i;
  }
}

TEST_P(LaunchProgram, AsksWhichGpuOfAFamily) {
  const bool rdna4 = std::string_view(GetParam()) == "gfx1201";
  const std::string object = rdna4 ? "scale.gfx12-generic.co" : "scale.gfx11-generic.co";
  const std::string rest = fmt::format(
      "{}/{} scale --grid 2 --block 32 --arg in:x.npy --arg out:y.npy:f32:64 "
      "--arg f32:2",
      TW_OBJECT_DIR, object);
  const Ended refused = run("launch " + rest);
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err,
              testing::EndsWith(rdna4 ? "scale.gfx12-generic.co is built for gfx12-generic, a "
                                        "family of GPUs: choose --arch gfx1201\n"
                                      : "scale.gfx11-generic.co is built for gfx11-generic, a "
                                        "family of GPUs: choose --arch gfx1100 or --arch "
                                        "gfx1151\n"));
  EXPECT_FALSE(std::filesystem::exists(path("y.npy")));
  const Ended other = run(fmt::format("launch --arch {} {}", rdna4 ? "gfx1100" : "gfx1201", rest));
  EXPECT_EQ(other.status, 1);
  EXPECT_EQ(other.err, refused.err);
  const Ended got = run(fmt::format("launch --arch {} {}", GetParam(), rest));
  EXPECT_EQ(got.status, 0) << got.err;
  const auto y = read_npy(path("y.npy"));
  ASSERT_TRUE(y) << y.error().message;
  float last = 0;
  std::memcpy(&last, &y->data[63 * sizeof(last)], sizeof(last));
  EXPECT_EQ(last, 2.0f * (63 - 5));
}

TEST_P(LaunchProgram, AStoppedKernelHasNoVerdictAndCountersOfAPart) {
  const std::string arguments = "--block 32 --arg in:x.npy --arg out:y.npy:f32:64 --arg f32:1";
  const Ended stopped = run(launch("scale --grid 3 --strict --counters " + arguments));
  EXPECT_EQ(stopped.status, 1);
  EXPECT_THAT(stopped.err, HasSubstr("just past the end of x.npy"));
  EXPECT_THAT(stopped.out, testing::Not(HasSubstr("nothing found")));
  EXPECT_THAT(stopped.out, HasSubstr("the kernel was stopped: the counters are those of what had"));
  const Ended whole = run(launch("scale --grid 2 --strict --counters " + arguments));
  EXPECT_THAT(whole.out, HasSubstr("strict: nothing found"));
  EXPECT_THAT(whole.out, testing::Not(HasSubstr("the kernel was stopped")));
}

TEST_P(LaunchProgram, WritesARecord) {
  const std::string arguments =
      "scale --grid 2 --block 32 --arg in:x.npy --arg out:y.npy:f32:8x8 --arg f32:-0.5 ";
  const Ended got = run(launch(arguments + "--strict --counters --json run.json"));
  EXPECT_EQ(got.status, 0) << got.err;
  const auto record = nlohmann::json::parse(read("run.json"));
  EXPECT_EQ(record["schema_version"], 1);
  EXPECT_EQ(record["device"]["arch"], GetParam());
  EXPECT_EQ(record["kernel"], "scale");
  EXPECT_EQ(record["grid"], nlohmann::json::parse(R"({"x": 2, "y": 1, "z": 1})"));
  EXPECT_EQ(record["block"]["x"], 32);
  EXPECT_TRUE(record["error"].is_null());
  EXPECT_EQ(record["findings"], nlohmann::json::array());
  EXPECT_EQ(record["counters"]["workgroups"], 2);
  EXPECT_EQ(record["counters"]["loaded_bytes"], 64 * sizeof(float));
  EXPECT_EQ(record["counters"]["stored_bytes"], 64 * sizeof(float));
  EXPECT_EQ(record["outputs"],
            nlohmann::json::parse(R"([{"file": "y.npy", "dtype": "float32", "shape": [8, 8]}])"));

  const Ended plain = run(launch(arguments + "--json plain.json"));
  EXPECT_EQ(plain.status, 0) << plain.err;
  const auto unwatched = nlohmann::json::parse(read("plain.json"));
  EXPECT_TRUE(unwatched["findings"].is_null());
  EXPECT_TRUE(unwatched["counters"].is_null());
}

TEST_P(LaunchProgram, RecordsWhatStoppedTheKernel) {
  const Ended got =
      run(launch("scale --grid 4 --block 32 --arg in:x.npy --arg out:y.npy:f32:64 --arg f32:1 "
                 "--json run.json"));
  EXPECT_EQ(got.status, 1);
  const auto record = nlohmann::json::parse(read("run.json"));
  EXPECT_THAT(record["error"].get<std::string>(), HasSubstr("x.npy"));
  EXPECT_EQ(record["outputs"], nlohmann::json::array());
  EXPECT_FALSE(std::filesystem::exists(path("y.npy")));
}

TEST_P(LaunchProgram, WritesNoRecordOverAnArray) {
  for (const char* record : {"x.npy", "y.npy"}) {
    const Ended got = run(launch(
        fmt::format("scale --grid 2 --block 32 --arg in:x.npy --arg out:y.npy:f32:64 --arg f32:1 "
                    "--json {}",
                    record)));
    EXPECT_EQ(got.status, 1) << record;
    EXPECT_THAT(got.err, HasSubstr("give")) << record;
    EXPECT_FALSE(std::filesystem::exists(path("y.npy")));
  }
}

TEST_P(LaunchProgram, AsksWhichPartOfABundle) {
  // LLVM, "Clang Offload Bundler": magic, number of entries, then offset, size and id of each.
  const auto refusal = [&](const char* target) {
    const std::string id = fmt::format("hipv4-amdgcn-amd-amdhsa--{}", target);
    std::string bundle = "__CLANG_OFFLOAD_BUNDLE__";
    for (const uint64_t number : {uint64_t{1}, uint64_t{0}, uint64_t{0}, uint64_t{id.size()}}) {
      bundle.append(reinterpret_cast<const char*>(&number), sizeof(number));
    }
    std::ofstream(path("fat.co"), std::ios::binary) << bundle << id;
    const Ended got = run("launch fat.co scale --block 32");
    EXPECT_EQ(got.status, 1);
    return got.err;
  };
  const std::string told = "tilewright: fat.co is an offload bundle, with code for ";
  EXPECT_EQ(refusal(GetParam()),
            fmt::format("{}{}: choose --arch {}\n", told, GetParam(), GetParam()));
  EXPECT_EQ(refusal("gfx11-generic"),
            told + "gfx11-generic: choose --arch gfx1100 or --arch gfx1151\n");
  EXPECT_EQ(refusal("gfx90a:xnack+"),
            told + "gfx90a:xnack+: none is for gfx1100, gfx1151, gfx1201\n");
}

TEST_P(LaunchProgram, SaysWhatWasNotWritten) {
  const Ended half =
      run(launch("scale --grid 2 --block 32 --arg in:x.npy --arg out:y.npy:f32:128 --arg f32:1"));
  EXPECT_EQ(half.status, 0) << half.err;
  EXPECT_THAT(half.err, HasSubstr("64 of 128 elements of y.npy hold what"));
  EXPECT_THAT(half.err, HasSubstr("written, or were given that value"));
  const Ended whole =
      run(launch("scale --grid 2 --block 32 --arg in:x.npy --arg out:y.npy:f32:64 --arg f32:1"));
  EXPECT_THAT(whole.err, testing::Not(HasSubstr("hold what")));
}

TEST_P(LaunchProgram, SaysThatAnInputWasChangedAndNothingIsKept) {
  const Ended got =
      run(launch("scale --grid 2 --block 32 --arg in:x.npy --arg in:x.npy --arg f32:2"));
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_THAT(got.err, HasSubstr("the kernel changed x.npy, which is an in:"));
  EXPECT_THAT(got.err, HasSubstr("no --arg is an out: or inout:, so nothing is written"));
}

TEST_P(LaunchProgram, ReportsAnAccessPastAnArray) {
  const Ended got =
      run(launch("scale --grid 2 --block 32 --arg in:x.npy --arg out:y.npy:f32:63 --arg f32:1"));
  EXPECT_EQ(got.status, 1);
  EXPECT_THAT(got.err, HasSubstr("global_store_b32"));
  EXPECT_THAT(got.err, HasSubstr("lane 31"));
  EXPECT_THAT(got.err, HasSubstr("y.npy"));
  EXPECT_FALSE(std::filesystem::exists(path("y.npy"))) << "nothing is written on an error";
}

/// An offload bundle of one code object, as LLVM's "Clang Offload Bundler" describes the format.
std::string bundle_of(const std::string& object, const std::string& id) {
  std::string bundle = "__CLANG_OFFLOAD_BUNDLE__";
  const auto number = [&](uint64_t value) {
    bundle.append(reinterpret_cast<const char*>(&value), sizeof(value));
  };
  number(1);
  number(bundle.size() + 3 * sizeof(uint64_t) + id.size());  // where the object begins
  number(object.size());
  number(id.size());
  return bundle + id + object;
}

TEST_P(LaunchProgram, TakesACodeObjectOutOfABundle) {
  const std::string arch = GetParam();
  std::ifstream file(fmt::format("{}/scale.{}.co", TW_OBJECT_DIR, arch), std::ios::binary);
  std::ostringstream object;
  object << file.rdbuf();
  std::ofstream(path("scale.hipfb"), std::ios::binary)
      << bundle_of(object.str(), "hipv4-amdgcn-amd-amdhsa--" + arch);
  const std::string rest = "--grid 2 --block 32 --arg in:x.npy --arg out:y.npy:f32:64 --arg f32:3 ";
  const Ended got = run("launch scale.hipfb scale " + rest + "--arch " + arch);
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_THAT(got.out, HasSubstr("y.npy: float32 [64]"));
  const Ended unsaid = run("launch scale.hipfb scale " + rest);
  EXPECT_EQ(unsaid.status, 1);
  EXPECT_THAT(unsaid.err, HasSubstr("--arch"));
  const Ended other = run("launch scale.hipfb scale " + rest + "--arch gfx1151");
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.err, HasSubstr("no code object for gfx1151"));
}

TEST_P(LaunchProgram, SaysWhatIsWrongWithTheCommandLine) {
  struct Mistake {
    const char* arguments;
    const char* said;
    int status = 1;
  };
  const std::string good = "--arg in:x.npy --arg out:y.npy:f32:64 ";
  for (const Mistake& mistake : {
           Mistake{"scaled --block 32", "it has\n  scale"},
           Mistake{"scale --block 32 --arg in:x.npy", "takes 3 arguments, --arg was given once"},
           Mistake{"scale --block 32 --arg in:nowhere.npy", "nowhere.npy"},
           Mistake{"scale --block 0", "--block: 0: give X, X,Y", 2},
           Mistake{"scale --block 32,1,1,1", "--block: 32,1,1,1", 2},
           Mistake{"scale --block 32 --arg y", "an argument is", 2},
           Mistake{"scale --block 32 --arg out:y.npy:f99:64", "f99", 2},
           Mistake{"scale --block 32 --arg out:y.npy:f32:8x", "'8x' is not a shape", 2},
           Mistake{"scale --block 32 --arg out:y.npy:f32:99999999999x99999999999",
                   "larger than memory", 2},
           Mistake{"scale --block 32 --arg i32:2147483648", "-2147483648 to 2147483647", 2},
           Mistake{"scale --block 32 --arg f32:one", "'one' is not a number", 2},
           Mistake{"scale --block 32 --arg f16:70000", "70000 is too large for this type", 2},
           Mistake{"scale --block 32 --grid 1,", "--grid: 1,: give X, X,Y", 2},
       }) {
    const Ended got = run(launch(mistake.arguments));
    EXPECT_EQ(got.status, mistake.status) << mistake.arguments;
    EXPECT_THAT(got.err, HasSubstr(mistake.said)) << mistake.arguments;
  }
  const Ended size = run(launch("scale --block 32 " + good + "--arg f64:1"));
  EXPECT_EQ(size.status, 1);
  EXPECT_THAT(size.err, HasSubstr("factor has 4 bytes, this is 8"));
  std::string axes = "1";
  for (int i = 1; i < 64; ++i) axes += "x1";
  const Ended many = run(launch("scale --block 32 --arg out:y.npy:f32:" + axes + "x1"));
  EXPECT_THAT(many.err, HasSubstr("the shape has more than the 64 axes of a .npy file"));
  EXPECT_THAT(run(launch("scale --block 32 --arg out:y.npy:f32:" + axes)).err,
              HasSubstr("takes 3 arguments, --arg was given once"));
  const Ended large = run(launch("scale --block 32 --arg out:y.npy:u8:1152921504606846976"));
  EXPECT_EQ(large.status, 1);
  EXPECT_THAT(large.err, HasSubstr("and this machine has"));
}

TEST_P(LaunchProgram, DoesNotReplaceWhatItReads) {
  const std::string object = fmt::format("{}/scale.{}.co", TW_OBJECT_DIR, GetParam());
  std::filesystem::copy_file(object, path("copy.co"));
  const std::string before = read("copy.co");
  const std::string command = "launch copy.co scale --grid 2 --block 32 --arg in:x.npy ";
  for (const char* rest : {"--arg out:copy.co:f32:64 --arg f32:1",
                           "--arg out:y.npy:f32:64 --arg f32:1 --trace copy.co",
                           "--arg out:y.npy:f32:64 --arg f32:1 --trace ./x.npy",
                           "--arg out:y.npy:f32:64 --arg file:copy.co --trace copy.co"}) {
    const Ended got = run(command + rest);
    EXPECT_EQ(got.status, 1) << rest;
    EXPECT_THAT(got.err, HasSubstr("names to be read: give it a file of its own")) << rest;
    EXPECT_EQ(read("copy.co"), before);
  }
  const Ended twice = run(command + "--arg out:y.npy:f32:64 --arg f32:1 --trace y.npy");
  EXPECT_EQ(twice.status, 1);
  EXPECT_THAT(twice.err, HasSubstr("both write"));
  const Ended in_place = run(command + "--arg out:x.npy:f32:64 --arg f32:1");
  EXPECT_EQ(in_place.status, 0) << in_place.err;
}

TEST_P(LaunchProgram, TakesAStructOfFields) {
  // The same 24 bytes as three arguments: a wrong layout would not reach the arrays.
  const Ended apart =
      run(launch("scale --grid 2 --block 32 --arg in:x.npy --arg out:y.npy:f32:64 --arg f32:2"));
  ASSERT_EQ(apart.status, 0) << apart.err;
  const std::string three = "--arg struct:in:x.npy,out:z.npy:f32:64,f32:2";
  for (const std::string& wrong :
       {three, std::string("--arg struct:i32:1,struct:i32:2"), std::string("--arg struct:"),
        std::string("--arg struct:i32:1,,i32:2")}) {
    const Ended got = run(launch("scale --grid 2 --block 32 " + wrong));
    EXPECT_EQ(got.status, wrong == three ? 1 : 2) << wrong;
    EXPECT_FALSE(std::filesystem::exists(path("z.npy")));
  }
  EXPECT_THAT(run(launch("scale --block 32 --arg struct:i32:1,struct:i32:2")).err,
              HasSubstr("write the fields of an inner struct in line"));
}

TEST_P(LaunchProgram, CountsWithin100Columns) {
  const Ended got = run(launch(
      "scale --counters --grid 2 --block 32 --arg in:x.npy --arg out:y.npy:f32:64 --arg f32:1"));
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_THAT(got.out, HasSubstr("256 B loaded,"));
  EXPECT_THAT(got.out, HasSubstr("256 B stored,"));
  EXPECT_LE(widest_line(got.out), 100u) << got.out;
}

TEST_P(LaunchProgram, TakesItsArgumentsInFrontOfTheFile) {
  const Ended got = run(
      fmt::format("launch --grid 2 --block 32 --arg in:x.npy --arg out:y.npy:f32:64 --arg f32:1 "
                  "{}/scale.{}.co scale",
                  TW_OBJECT_DIR, GetParam()));
  EXPECT_EQ(got.status, 0) << got.err;
}

TEST_P(LaunchProgram, TakesBytes) {
  // 0.5f, little-endian.
  std::ofstream(path("half.bin"), std::ios::binary).write("\0\0\0\x3f", 4);
  for (const char* factor : {"bytes:0000003f", "bytes:0000003F", "file:half.bin"}) {
    const Ended got = run(launch(fmt::format(
        "scale --grid 2 --block 32 --arg in:x.npy --arg out:y.npy:f32:64 --arg {}", factor)));
    ASSERT_EQ(got.status, 0) << got.err;
    const auto y = read_npy(path("y.npy"));
    ASSERT_TRUE(y);
    float value = 0;
    std::memcpy(&value, &y->data[63 * sizeof(value)], sizeof(value));
    EXPECT_EQ(value, 29.0f) << factor;
  }
  for (const char* bad : {"bytes:", "bytes:0", "bytes:0x00", "bytes:zz"}) {
    EXPECT_THAT(run(launch(fmt::format("scale --block 32 --arg {}", bad))).err,
                HasSubstr("two hexadecimal digits for each"))
        << bad;
  }
}

TEST_P(LaunchProgram, EndsWhatDoesNotEnd) {
  const std::string arguments =
      "scale --grid 2 --block 32 --arg in:x.npy --arg out:y.npy:f32:64 --arg f32:1 --limit ";
  EXPECT_EQ(run(launch(arguments + "1000")).status, 0);
  const Ended endless =
      run(fmt::format("launch {}/endless.{}.co endless --block 32 --arg u64:0 --limit 70000",
                      TW_OBJECT_DIR, GetParam()));
  EXPECT_EQ(endless.status, 1);
  EXPECT_THAT(endless.err, HasSubstr("the wave has executed 70000 instructions, the limit"));
}

TEST_P(LaunchProgram, WritesAllOutputsOrSaysWhich) {
  const Ended twice =
      run(launch("scale --grid 2 --block 32 --arg inout:x.npy --arg out:./x.npy:f32:64 --arg "
                 "f32:1"));
  EXPECT_EQ(twice.status, 1);
  EXPECT_THAT(twice.err, HasSubstr("both write ./x.npy: give each a file of its own"));
  const std::string before = read("x.npy");
  const Ended nowhere =
      run(launch("scale --grid 2 --block 32 --arg inout:x.npy --arg out:nowhere/y.npy:f32:64 --arg "
                 "f32:3"));
  EXPECT_EQ(nowhere.status, 1);
  EXPECT_THAT(nowhere.err, HasSubstr("cannot write nowhere/y.npy"));
  EXPECT_EQ(read("x.npy"), before);
  // A device takes bytes at the launch's end only, and this one takes none.
  const Ended full = run(
      launch("scale --grid 2 --block 32 --arg inout:x.npy --arg out:/dev/full:f32:64 --arg f32:3"));
  EXPECT_EQ(full.status, 1);
  EXPECT_THAT(full.err, HasSubstr("cannot write /dev/full: No space left on device; written before "
                                  "it: x.npy"));
}

class LaunchLadder : public ProgramTest {
 protected:
  /// Small integers, so that every sum is exact in float16.
  std::vector<int> write(const std::string& name, uint64_t rows, uint64_t columns, uint64_t seed) {
    Array array{.dtype = DType::f16, .shape = {rows, columns}, .fortran_order = false, .data = {}};
    array.data.resize(rows * columns * 2);
    std::vector<int> values;
    for (size_t i = 0; i < rows * columns; ++i) {
      values.push_back(static_cast<int>(splitmix64(seed + i) % 5) - 2);
      const uint16_t code = half_from_float(static_cast<float>(values.back()));
      std::memcpy(&array.data[i * 2], &code, 2);
    }
    EXPECT_TRUE(write_npy(path(name), array));
    return values;
  }

  /// The lines of a command's help from the one that starts with `first`, continuations joined.
  std::string example(const std::string& command, const std::string& first) const {
    const std::string help = run(command + " --help").out;
    const size_t begin = help.find("\n  " + first);
    if (begin == std::string::npos) return "no such example";
    std::string text;
    for (size_t at = begin + 3;;) {
      const size_t end = help.find('\n', at);
      text += help.substr(at, end - at);
      if (!text.ends_with('\\')) return text;
      text.pop_back();
      at = end + 1;
    }
  }

  [[nodiscard]] int shell(const std::string& command) const {
    return std::system(fmt::format("cd '{}' && {} >out.txt 2>err.txt", path("."), command).c_str());
  }
};

TEST_F(LaunchLadder, RunsTheHelpsOwnExamples) {
  // The folder is the project's root as far as the examples look.
  std::filesystem::create_directory_symlink(std::filesystem::path(TW_SOURCE_DIR) / "tests",
                                            path("tests"));
  Array array{.dtype = DType::f32, .shape = {128}, .fortran_order = false, .data = {}};
  for (int i = 0; i < 128; ++i) {
    const auto value = static_cast<float>(i);
    const auto bytes = std::as_bytes(std::span(&value, 1));
    array.data.insert(array.data.end(), bytes.begin(), bytes.end());
  }
  ASSERT_TRUE(write_npy(path("x.npy"), array));
  const std::string assemble = example("launch", "clang-19");
  ASSERT_EQ(shell(TW_ASSEMBLER + assemble.substr(assemble.find(' '))), 0) << read("err.txt");
  const std::string scale = example("launch", "tilewright launch scale.co");
  const Ended got = run(scale.substr(scale.find(' ') + 1));
  ASSERT_EQ(got.status, 0) << got.err;
  const auto y = read_npy(path("y.npy"));
  ASSERT_TRUE(y);
  for (size_t i = 0; i < 128; ++i) {
    float value = 0;
    std::memcpy(&value, &y->data[i * sizeof(value)], sizeof(value));
    EXPECT_EQ(value, 0.5f * static_cast<float>(i));
  }
}

TEST_F(LaunchLadder, RunsRung8ByItsHelp) {
  constexpr size_t kM = 128;
  constexpr size_t kN = 96;
  constexpr size_t kK = 64;
  const std::vector<int> a = write("a.npy", kM, kK, 1);
  const std::vector<int> b = write("b.npy", kN, kK, 100000);
  for (const char* first : {"tilewright resources", "tilewright launch gfx1201-8.co"}) {
    const std::string line = example("launch", first);
    const Ended got = run(line.substr(line.find(' ') + 1));
    ASSERT_EQ(got.status, 0) << line << '\n' << got.err;
  }
  const auto c = read_npy(path("c.npy"));
  ASSERT_TRUE(c) << c.error().message;
  EXPECT_EQ(c->shape, (std::vector<uint64_t>{kN, kM}));
  for (size_t column = 0; column < kN; ++column) {
    for (size_t row = 0; row < kM; ++row) {
      int want = 0;
      for (size_t k = 0; k < kK; ++k) want += a[row * kK + k] * b[column * kK + k];
      uint16_t code = 0;
      std::memcpy(&code, &c->data[(column * kM + row) * 2], 2);
      ASSERT_EQ(half_to_float(code), static_cast<float>(want)) << row << ", " << column;
    }
  }
}

TEST_F(LaunchLadder, DoubtsAStructThatEndsEarlyAndNoSmallWorkgroup) {
  (void)write("a.npy", 128, 64, 1);
  (void)write("b.npy", 96, 64, 100000);
  ASSERT_EQ(run("resources --arch gfx1201 --rung 8 --extract .").status, 0);
  const std::string launch = "launch gfx1201-8.co tw_fp16_rung_8 --grid 1 ";
  const std::string argument =
      "--arg struct:in:a.npy,in:b.npy,out:c.npy:f16:96x128,i32:128,i32:96,i32:64,i32:64,i32:64";
  EXPECT_EQ(run(launch + "--block 128 " + argument + ",i32:128").err, "");
  EXPECT_THAT(run(launch + "--block 128 " + argument).err,
              HasSubstr("end at byte 44, and the struct, aligned to 8, at 48"));
  // __launch_bounds__ states the most; fewer are as good.
  EXPECT_THAT(run(launch + "--block 64 " + argument + ",i32:128").err,
              testing::Not(HasSubstr("compiled for")));
}

TEST_F(LaunchLadder, ExtractsWhatTheBuildCompiled) {
  const Ended got = run("resources --arch gfx1100 --rung 1 --rung 8 --extract .");
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_THAT(got.out, HasSubstr("./gfx1100-1.co: tw_fp16_rung_1, 32 work-items"));
  const auto image = kernel_image("gfx1100", "8");
  const std::string file = read("gfx1100-8.co");
  ASSERT_EQ(file.size(), image.size());
  EXPECT_EQ(std::memcmp(file.data(), image.data(), image.size()), 0);
}

}  // namespace
}  // namespace tilewright::cli
