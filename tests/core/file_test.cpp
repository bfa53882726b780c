// What write_file() leaves of what was there.
// SPDX-License-Identifier: MIT
#include "core/file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/machine_memory.hpp"

namespace tilewright {
namespace {

namespace fs = std::filesystem;

class FileTest : public testing::Test {
 protected:
  void SetUp() override {
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    folder_ =
        fs::temp_directory_path() / fmt::format("tilewright-file-{}-{}", ::getpid(), test.name());
    fs::create_directories(folder_ / "inner");
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] std::string text(const std::string& name) const {
    std::ifstream file(path(name));
    std::ostringstream all;
    all << file.rdbuf();
    return all.str();
  }

 private:
  fs::path folder_;
};

TEST_F(FileTest, KeepsThePermissions) {
  for (const mode_t mode : {0600u, 0640u, 0755u}) {
    const std::string name = fmt::format("{:o}", mode);
    std::ofstream(path(name)) << "before";
    ASSERT_EQ(::chmod(path(name).c_str(), mode), 0);
    ASSERT_TRUE(write_file(path(name), "after"));
    struct stat status = {};
    ASSERT_EQ(::stat(path(name).c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777u, mode);
    EXPECT_EQ(text(name), "after");
  }
}

TEST_F(FileTest, FollowsLinksAlsoToWhatIsNotThereYet) {
  fs::create_symlink("inner/target", path("relative"));
  fs::create_symlink("relative", path("twice"));
  ASSERT_TRUE(can_write(path("twice")));
  ASSERT_TRUE(write_file(path("twice"), "through"));
  EXPECT_TRUE(fs::is_symlink(path("twice")));
  EXPECT_TRUE(fs::is_symlink(path("relative")));
  EXPECT_EQ(text("inner/target"), "through");
  ASSERT_TRUE(write_file(path("relative"), "again"));
  EXPECT_TRUE(fs::is_symlink(path("relative")));
  EXPECT_EQ(text("inner/target"), "again");
  // A link into a folder that is not there, and one that leads nowhere at all.
  fs::create_symlink("nowhere/target", path("lost"));
  EXPECT_FALSE(can_write(path("lost")));
  EXPECT_FALSE(write_file(path("lost"), "lost"));
  fs::create_symlink("circle", path("circle"));
  EXPECT_FALSE(write_file(path("circle"), "lost"));
}

TEST_F(FileTest, KnowsOneFileUnderItsNames) {
  std::ofstream(path("file")) << "x";
  fs::create_symlink("file", path("link"));
  fs::create_hard_link(path("file"), path("hard"));
  fs::create_symlink("none-yet", path("dangling"));
  for (const char* name : {"file", "link", "hard", "./file"}) {
    EXPECT_TRUE(same_file(path("file"), path(name))) << name;
  }
  EXPECT_TRUE(same_file(path("dangling"), path("none-yet")));
  EXPECT_FALSE(same_file(path("dangling"), path("file")));
  EXPECT_FALSE(same_file(path("none-yet"), path("neither")));
  EXPECT_TRUE(same_file("none-yet-here", "./none-yet-here"));
  EXPECT_TRUE(same_file("none-yet-here", fs::current_path() / "none-yet-here"));
}

TEST_F(FileTest, WritesToADescriptorWhereItStands) {
  std::ofstream(path("log")) << "before";
  const int fd = ::open(path("log").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  ASSERT_GE(fd, 0);
  const std::string name = fmt::format("/dev/fd/{}", fd);
  EXPECT_TRUE(can_write(name));
  EXPECT_TRUE(write_file(name, " after"));
  EXPECT_EQ(text("log"), "before after");
  ::close(fd);
  EXPECT_FALSE(can_write(name));
  const int input = ::open(path("log").c_str(), O_RDONLY | O_CLOEXEC);
  EXPECT_FALSE(can_write(fmt::format("/dev/fd/{}", input)));
  ::close(input);
  EXPECT_TRUE(is_standard_output("/dev/stdout"));
  EXPECT_TRUE(is_standard_output("/proc/self/fd/1"));
  EXPECT_FALSE(is_standard_output("/dev/stderr"));
  EXPECT_FALSE(is_standard_output(path("log")));
}

TEST_F(FileTest, RefusesWhatIsLargerThanMemory) {
  std::ofstream(path("sparse")) << "x";
  fs::resize_file(path("sparse"), machine_memory() + 1);
  const auto data = read_file(path("sparse"));
  ASSERT_FALSE(data);
  EXPECT_NE(data.error().message.find("bytes, and this machine has"), std::string::npos);
}

}  // namespace
}  // namespace tilewright
