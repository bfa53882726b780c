// Runs the built program as a user would, in a folder of its own.
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace tilewright::cli {

struct Ended {
  int status = -1;  ///< exit status; -1 if it did not exit by itself
  std::string out;
  std::string err;
};

/// In columns: characters, not bytes.
inline size_t widest_line(const std::string& text) {
  size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto columns = std::count_if(line.begin(), line.end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    });
    widest = std::max(widest, static_cast<size_t>(columns));
  }
  return widest;
}

class ProgramTest : public testing::Test {
 protected:
  void SetUp() override {
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              fmt::format("tilewright-cli-{}-{}", ::getpid(), test.name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  /// `arguments` as a shell reads them; relative paths are in the test's folder.
  [[nodiscard]] Ended run(const std::string& arguments) const {
    return shell(fmt::format("'{}' {}", TW_PROGRAM, arguments));
  }
  /// The same of any program.
  [[nodiscard]] Ended shell(const std::string& command) const {
    const int status = std::system(
        fmt::format("cd '{}' && {} >out.txt 2>err.txt", folder_.string(), command).c_str());
    return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            .out = read("out.txt"),
            .err = read("err.txt")};
  }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }

  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream file(path(name));
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace tilewright::cli
