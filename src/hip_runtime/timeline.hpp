// Streams and events. Work is done before the call that queues it returns, so a stream is always
// empty and an event is a point in the time of the software GPU: the host's clock.
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>

#include "hip_runtime/abi.hpp"

namespace tilewright::hip {

struct Stream {
  int device = 0;
  unsigned flags = 0;
  int priority = 0;
};

struct Event {
  int device = 0;
  unsigned flags = 0;
  std::optional<std::chrono::steady_clock::time_point> recorded;
};

}  // namespace tilewright::hip
