// The program where its software GPU cannot be loaded.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace {

using testing::HasSubstr;

struct Outcome {
  int status = -1;
  std::string output;  ///< both streams
};

Outcome run(const std::string& command) {
  Outcome outcome;
  FILE* const pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return outcome;
  std::array<char, 4096> chunk;
  while (const size_t got = std::fread(chunk.data(), 1, chunk.size(), pipe)) {
    outcome.output.append(chunk.data(), got);
  }
  const int ended = ::pclose(pipe);
  outcome.status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
  return outcome;
}

/// A copy of the program in a folder of its own.
class ProgramAlone : public testing::Test {
 protected:
  void SetUp() override {
    char folder[] = "/tmp/tilewright-alone-XXXXXX";
    ASSERT_NE(::mkdtemp(folder), nullptr);
    folder_ = folder;
    std::filesystem::copy_file(TW_PROGRAM, folder_ / "tilewright");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string program() const { return (folder_ / "tilewright").string(); }

 private:
  std::filesystem::path folder_;
};

TEST_F(ProgramAlone, StartsAndSaysWhatIsMissingInOneLine) {
  const Outcome outcome = run(program() + " devices");
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("tilewright: without the software GPU: "));
  EXPECT_THAT(outcome.output, HasSubstr("libtilewright-emu.so"));
  EXPECT_THAT(outcome.output, HasSubstr("cuda"));
}

TEST_F(ProgramAlone, FairNeedsSomethingToCompareWith) {
  const Outcome outcome = run(program() + " ladder --device cuda --fair");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.output, HasSubstr("add --reference cublaslt"));
}

TEST_F(ProgramAlone, FairTimesWhatCheckOnlyWouldNot) {
  const Outcome outcome =
      run(program() + " ladder --device cuda --reference cublaslt --fair --check-only");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.output, HasSubstr("--fair excludes --check-only"));
}

TEST_F(ProgramAlone, OnlyFp8IsScaled) {
  const Outcome outcome =
      run(program() + " ladder --device cuda --dtype fp8-f32,bf16 --scales vectors");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.output, HasSubstr("--scales vectors is for FP8, and --dtype has bf16"));
}

TEST_F(ProgramAlone, AnUnknownTypeIsListed) {
  const Outcome outcome = run(program() + " ladder --device cuda --dtype fp12");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.output, HasSubstr("fp16, fp16-f32, bf16"));
}

TEST(Program, LoadsItsSoftwareGpu) {
  const Outcome outcome = run(std::string(TW_PROGRAM) + " devices");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.output, HasSubstr("software RDNA GPU"));
}

TEST(Program, AskedToScaleOnTheSoftwareGpuRefuses) {
  const Outcome outcome = run(std::string(TW_PROGRAM) + " ladder --dtype fp8 --scales tensor");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.output, HasSubstr("--scales: for measuring on NVIDIA GPUs"));
}

TEST(Program, AskedToMeasureTheSoftwareGpuRefuses) {
  const Outcome outcome = run(std::string(TW_PROGRAM) + " ladder --fair --reference cublaslt");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.output, HasSubstr("add --device cuda"));
}

}  // namespace
