// A loop shared by threads, for host work whose result does not depend on their number.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace tilewright {

/// `wanted`, or all cores this process may use where `wanted` is 0.
[[nodiscard]] unsigned thread_count(unsigned wanted);

/// Calls body(begin, end) for consecutive ranges of at most `grain` that cover [0, count) once, on
/// up to `threads` threads (0: all cores), in no particular order. The body must not throw.
void parallel_for(size_t count, size_t grain, unsigned threads,
                  const std::function<void(size_t begin, size_t end)>& body);

}  // namespace tilewright
