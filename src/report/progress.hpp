// The line that says a long piece of work is alive and when it will end. On stderr, on a terminal
// only, and only after two seconds: short work stays silent.
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace tilewright::report {

/// "8 s", "2 min 05 s", "1 h 02 min".
[[nodiscard]] std::string duration_text(double seconds);

/// The line without its escapes, at most `width` columns: label, share done and time left. `done`
/// of `total` in any unit of work; nothing done yet means that no end can be told.
[[nodiscard]] std::string progress_line(std::string_view label, double done, double total,
                                        double elapsed_s, size_t width);

class Progress {
 public:
  /// `total`: the work ahead, in any unit in which it goes at an even pace.
  /// Work that ends within `patience` stays silent.
  explicit Progress(double total, std::FILE* stream = stderr,
                    std::chrono::milliseconds patience = std::chrono::seconds(2));
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// What is being done now, and how much of `total` is behind.
  void update(std::string label, double done);
  /// Writes to stdout without tearing the line.
  void print(std::string_view text);

 private:
  using Clock = std::chrono::steady_clock;

  void draw_until_stopped(const std::stop_token& stop);
  void draw();
  void erase();

  const double total_;
  std::FILE* const stream_;
  const std::chrono::milliseconds patience_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::string label_;
  double done_ = 0;
  bool visible_ = false;
  std::jthread drawer_;  // last: it uses all of the above
};

}  // namespace tilewright::report
