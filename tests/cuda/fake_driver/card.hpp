// The fake card: memory with known bounds, and one queue with a clock that is arithmetic. What is
// queued runs when somebody waits for it, as late as a real card might.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>

#include "exported.hpp"
#include "status.hpp"

namespace tilewright::fake_cuda {

using device::cuda::Address;

class TW_FAKE_EXPORT Card {
 public:
  /// The only one.
  static Card& instance();

  /// At a multiple of 256 bytes. Errors: TW_FAKE_NO_MEMORY_ABOVE.
  [[nodiscard]] Status allocate(Address* address, std::size_t bytes);
  /// Waits for what is queued, as cuMemFree does.
  [[nodiscard]] Status release(Address address);
  /// Whether all of [address, address + bytes) is inside one allocation.
  [[nodiscard]] bool holds(Address address, std::size_t bytes) const;

  using Work = std::function<Status()>;
  void queue(Work work, double ms);

  /// A point in the queue: how much was queued before it, and when that will have ended.
  struct Point {
    std::uint64_t works = 0;
    double ms = 0;
  };
  [[nodiscard]] Point now() const { return {done_ + works_.size(), clock_ms_}; }
  [[nodiscard]] bool has_passed(const Point& point) const { return done_ >= point.works; }
  /// Runs what is queued before the point. An error of a launch stays: nothing runs after it.
  [[nodiscard]] Status wait_for(const Point& point);
  [[nodiscard]] Status wait() { return wait_for(now()); }
  /// The error that stays.
  [[nodiscard]] Status status() const { return status_; }

 private:
  struct Free {
    void operator()(void* memory) const;
  };
  struct Block {
    std::unique_ptr<void, Free> memory;
    std::size_t bytes;
  };
  std::map<Address, Block> blocks_;
  std::size_t allocated_ = 0;
  std::deque<Work> works_;
  std::uint64_t done_ = 0;
  double clock_ms_ = 0;
  Status status_ = kSuccess;
};

}  // namespace tilewright::fake_cuda
