// What somebody at a terminal sees while the ladder works.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <pty.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "cli/ladder.hpp"

namespace tilewright::cli {
namespace {

/// A terminal whose screen is a string.
class Terminal {
 public:
  Terminal() {
    int screen = -1;
    int line = -1;
    if (::openpty(&screen, &line, nullptr, nullptr, nullptr) != 0) return;
    stream_ = ::fdopen(line, "w");
    reader_ = std::jthread([this, screen] {
      char bytes[512];
      for (ssize_t n = 0; (n = ::read(screen, bytes, sizeof(bytes))) > 0;) {
        text_.append(bytes, static_cast<size_t>(n));
      }
      ::close(screen);
    });
  }
  [[nodiscard]] std::FILE* stream() const { return stream_; }
  /// Everything that was shown; nothing more can be.
  std::string close() {
    std::fclose(stream_);
    reader_.join();
    return text_;
  }

 private:
  std::FILE* stream_ = nullptr;
  std::string text_;
  std::jthread reader_;
};

TEST(LadderOnATerminal, SaysThatItCompilesAndWhatItRuns) {
  const std::filesystem::path cache =
      std::filesystem::temp_directory_path() / fmt::format("tilewright-progress-{}", ::getpid());
  ::setenv("TILEWRIGHT_CACHE", cache.c_str(), 1);
  KernelStore store;
  const auto config = store.add_config("64x64x32,2x2,2buf", Precision::fp16);
  ASSERT_TRUE(config);
  LadderRequest request;
  request.targets = {&targets[2]};
  request.rungs = {*config};
  request.shapes = {{64, 64, 64}};
  Terminal terminal;
  ASSERT_NE(terminal.stream(), nullptr);
  {
    report::Progress progress(1, terminal.stream(), std::chrono::milliseconds(0));
    EXPECT_TRUE(store.must_compile(targets[2], **config));
    const auto runs = run_ladder(request, store, progress, {});
    ASSERT_TRUE(runs) << runs.error().message;
    EXPECT_FALSE(store.must_compile(targets[2], **config));
  }
  EXPECT_THAT(terminal.close(), testing::HasSubstr("compiling 64x64x32,2x2,2buf for gfx1201"));
  std::filesystem::remove_all(cache);
}

}  // namespace
}  // namespace tilewright::cli
