// What write_file() leaves of what was there.
// SPDX-License-Identifier: MIT
#include "core/file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

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

}  // namespace
}  // namespace tilewright
