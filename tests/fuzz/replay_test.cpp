// What the fuzzers found once, and a few inputs of every kind: none may end the process.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "core/file.hpp"
#include "targets.hpp"

namespace tilewright::fuzz {
namespace {

std::vector<std::filesystem::path> corpus(const std::string& target) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(TW_CORPUS_DIR "/" + target)) {
    files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

void replay(const std::string& target, void (*run)(std::span<const uint8_t>)) {
  const auto files = corpus(target);
  EXPECT_GE(files.size(), 5U);
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    const auto bytes = read_file(path).value();
    run({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  }
}

TEST(Replay, Load) { replay("load", load); }
TEST(Replay, Execute) { replay("execute", execute); }

}  // namespace
}  // namespace tilewright::fuzz
