// Kernels compiled on demand: the ladder's own, and found again in the cache.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "codeobject/code_object.hpp"
#include "ladder/kernels.hpp"
#include "sweep/build_all.hpp"

namespace tilewright::sweep {
namespace {

namespace fs = std::filesystem;

class ToolchainTest : public testing::Test {
 protected:
  void SetUp() override { fs::remove_all(cache_); }
  void TearDown() override { fs::remove_all(cache_); }

  const Target& target_ = targets[2];
  /// One for each test and process: tests run at the same time, and those of other users.
  const std::string cache_ =
      fmt::format("{}tilewright-cache-{}-{}", testing::TempDir(), ::getpid(),
                  testing::UnitTest::GetInstance()->current_test_info()->name());
};

std::vector<std::byte> code(std::span<const std::byte> image) {
  std::vector<std::byte> out;
  const Result<codeobject::CodeObject> object = codeobject::parse(image);
  if (!object) return out;
  for (const codeobject::Segment& segment : object->segments) {
    if (segment.executable) out.assign(segment.bytes.begin(), segment.bytes.end());
  }
  return out;
}

TEST_F(ToolchainTest, BuildsARungsConfigurationToTheRungsCode) {
  const Result<Toolchain> toolchain = Toolchain::open(cache_);
  ASSERT_TRUE(toolchain) << toolchain.error().message;
  const Candidate candidate{Precision::fp16, find_rung("8")->tile};
  const auto image = toolchain->build(candidate, assess(candidate, target_), target_);
  ASSERT_TRUE(image) << image.error().message;
  const std::vector<std::byte> built = code(*image);
  EXPECT_FALSE(built.empty());
  EXPECT_EQ(built, code(kernel_image("gfx1201", "8")));
}

TEST_F(ToolchainTest, KeepsWhatItBuilt) {
  const Candidate candidate{Precision::fp8, find_rung("fp8-config1")->tile};
  const Assessment assessment = assess(candidate, target_);
  const Result<Toolchain> first = Toolchain::open(cache_);
  ASSERT_TRUE(first);
  const auto built = first->build(candidate, assessment, target_);
  ASSERT_TRUE(built) << built.error().message;
  ASSERT_EQ(std::distance(fs::directory_iterator(cache_), fs::directory_iterator()), 1)
      << "nothing but the code object is left";
  const fs::path object = fs::directory_iterator(cache_)->path();
  const auto written = fs::last_write_time(object);
  const Result<Toolchain> second = Toolchain::open(cache_);
  const auto again = second->build(candidate, assessment, target_);
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, *built);
  EXPECT_EQ(fs::last_write_time(object), written);
  // What a full disk leaves of an object is built again.
  for (const uintmax_t left : {uintmax_t{0}, fs::file_size(object) / 2}) {
    fs::resize_file(object, left);
    const auto mended = second->build(candidate, assessment, target_);
    ASSERT_TRUE(mended) << mended.error().message;
    EXPECT_EQ(code(*mended), code(*built)) << "names of temporary files may differ";
    EXPECT_EQ(fs::file_size(object), mended->size());
  }
}

TEST(DefaultCache, IsNotInTheRootFolderOfOneWithoutAHome) {
  for (const char* name : {"TILEWRIGHT_CACHE", "XDG_CACHE_HOME", "HOME"}) ::setenv(name, "", 1);
  const fs::path cache = default_cache();
  EXPECT_EQ(cache.parent_path(), fs::temp_directory_path());
  ::setenv("HOME", "/home/of-somebody", 1);
  EXPECT_EQ(default_cache(), "/home/of-somebody/.cache/tilewright");
}

TEST_F(ToolchainTest, ReportsWhatTheCompilerSays) {
  const Result<Toolchain> toolchain = Toolchain::open(cache_);
  ASSERT_TRUE(toolchain);
  Candidate candidate{Precision::fp8, find_rung("fp8-config1")->tile};
  candidate.tile.waves_n = 4;  // 24 columns a wave
  const auto image = toolchain->build(candidate, assess(candidate, target_), target_);
  ASSERT_FALSE(image);
  EXPECT_NE(image.error().message.find("each wave must own whole WMMA tiles"), std::string::npos)
      << image.error().message;
}

TEST_F(ToolchainTest, SweepsOutWhatKilledProcessesLeft) {
  fs::create_directories(cache_);
  const std::string key(64, 'a');
  const auto place = [&](const std::string& name, std::chrono::minutes age) {
    const fs::path path = fs::path(cache_) / name;
    std::ofstream(path) << "left";
    fs::last_write_time(path, fs::file_time_type::clock::now() - age);
    return path;
  };
  using std::chrono::minutes;
  const fs::path object = place(key + ".co", minutes(9000));
  const fs::path young = place(key + ".17.0.co", minutes(1));
  const fs::path old = place(key + ".17.1.co", minutes(61));
  const fs::path source = place(key + ".17.2.hip", minutes(61));
  const fs::path another = place("notes.17.2.log", minutes(61));
  ASSERT_TRUE(Toolchain::open(cache_));
  EXPECT_TRUE(fs::exists(object));
  EXPECT_TRUE(fs::exists(young)) << "another process may be writing it";
  EXPECT_FALSE(fs::exists(old));
  EXPECT_FALSE(fs::exists(source));
  EXPECT_TRUE(fs::exists(another)) << "a folder of the user's may be named";
}

TEST_F(ToolchainTest, BuildsWhatFitsAndEntersItsFigures) {
  const Result<Toolchain> toolchain = Toolchain::open(cache_);
  ASSERT_TRUE(toolchain);
  std::vector<Entry> entries;
  for (const char* config : {"64x64x32,2x2,2buf,permuted", "256x256x64,4x4,2buf"}) {
    Entry entry{.candidate = {Precision::fp8, *parse_tile(config)},
                .assessment = {},
                .published = std::nullopt,
                .rung = {},
                .built = std::nullopt,
                .build_error = {}};
    entry.assessment = assess(entry.candidate, target_);
    entries.push_back(entry);
  }
  size_t told = 0;
  build_all(entries, target_, *toolchain, 2, [&](const std::string&, size_t done, size_t total) {
    ++told;
    EXPECT_EQ(done, 1u);
    EXPECT_EQ(total, 1u);
  });
  EXPECT_EQ(told, 1u);
  ASSERT_TRUE(entries[0].built) << entries[0].build_error;
  EXPECT_EQ(entries[0].built->lds_bytes, 8192u);
  EXPECT_EQ(entries[0].built->spills, 0u);
  EXPECT_FALSE(entries[1].built) << "what cannot exist is not tried";
  EXPECT_EQ(entries[1].build_error, "");
}

}  // namespace
}  // namespace tilewright::sweep
