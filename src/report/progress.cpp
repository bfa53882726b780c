// SPDX-License-Identifier: MIT
#include "report/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "report/terminal.hpp"

namespace tilewright::report {
namespace {

constexpr std::chrono::milliseconds kRedraw{250};

size_t terminal_width(std::FILE* stream) {
  struct winsize size = {};
  const bool known = ::ioctl(::fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

std::string bar(double share) {
  constexpr int kCells = 20;
  const int full = static_cast<int>(std::lround(share * kCells));
  std::string out;
  for (int i = 0; i < kCells; ++i) out += i < full ? "█" : "░";
  return out;
}

/// At most `width` columns of UTF-8 text.
std::string cut(std::string_view text, size_t width) {
  size_t end = 0;
  for (size_t columns = 0; end < text.size(); ++end) {
    const bool starts_character = (static_cast<unsigned char>(text[end]) & 0xc0) != 0x80;
    if (starts_character && columns++ == width) break;
  }
  return std::string(text.substr(0, end));
}

}  // namespace

std::string duration_text(double seconds) {
  const auto s = static_cast<long>(std::ceil(seconds));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return fmt::format("{} h {:02} min", s / 3600, s % 3600 / 60);
}

std::string progress_line(std::string_view label, double done, double total, double elapsed_s,
                          size_t width) {
  const double share = total > 0 ? std::clamp(done / total, 0.0, 1.0) : 0.0;
  const std::string when =
      share > 0 ? fmt::format("{} left", duration_text(elapsed_s * (1 - share) / share))
                : fmt::format("{} so far", duration_text(elapsed_s));
  return cut(fmt::format("{} {:3.0f} %  {}  {}", bar(share), std::floor(share * 100), when, label),
             width);
}

Progress::Progress(double total, std::FILE* stream, std::chrono::milliseconds patience)
    : total_(total), stream_(stream), patience_(patience) {
  if (!is_terminal(stream)) return;
  drawer_ = std::jthread([this](const std::stop_token& stop) { draw_until_stopped(stop); });
}

Progress::~Progress() {
  if (!drawer_.joinable()) return;
  drawer_.request_stop();
  drawer_.join();
  erase();
}

void Progress::update(std::string label, double done) {
  const std::scoped_lock lock(mutex_);
  label_ = std::move(label);
  done_ = done;
}

void Progress::print(std::string_view text) {
  const std::scoped_lock lock(mutex_);
  erase();
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void Progress::draw_until_stopped(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const auto nothing_but_stop = [] { return false; };
  changed_.wait_for(lock, stop, patience_, nothing_but_stop);
  while (!stop.stop_requested()) {
    draw();
    changed_.wait_for(lock, stop, kRedraw, nothing_but_stop);
  }
}

void Progress::draw() {
  const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  // One column stays free: a full line would make some terminals wrap.
  const std::string line =
      progress_line(label_, done_, total_, elapsed, terminal_width(stream_) - 1);
  fmt::print(stream_, "\r{}\x1b[K", line);
  std::fflush(stream_);
  visible_ = true;
}

void Progress::erase() {
  if (!visible_) return;
  fmt::print(stream_, "\r\x1b[K");
  std::fflush(stream_);
  visible_ = false;
}

}  // namespace tilewright::report
