// SPDX-License-Identifier: MIT
#include "core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace tilewright {

unsigned thread_count(unsigned wanted) {
  if (wanted != 0) return wanted;
  return std::max(1u, std::thread::hardware_concurrency());
}

void parallel_for(size_t count, size_t grain, unsigned threads,
                  const std::function<void(size_t begin, size_t end)>& body) {
  if (count == 0) return;
  grain = std::max<size_t>(grain, 1);
  const size_t ranges = (count - 1) / grain + 1;
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < ranges; i = next++) {
      body(i * grain, std::min(count, (i + 1) * grain));
    }
  };
  const size_t helpers = std::min<size_t>(thread_count(threads), ranges) - 1;
  std::vector<std::jthread> pool;
  pool.reserve(helpers);
  for (size_t i = 0; i < helpers; ++i) pool.emplace_back(work);
  work();
}

}  // namespace tilewright
