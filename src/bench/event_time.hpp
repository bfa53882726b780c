// Time by a device's own clock, as AMD's posts measure it: some launches to warm up, then the mean
// of many in a row, from one event to another.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "device/device.hpp"

namespace tilewright::bench {

struct EventTiming {
  int warm_ups = 10;
  int launches = 30;
};

/// Milliseconds of one of the launches that `queue` queues. Errors: the device has no clock; those
/// of `queue`.
[[nodiscard]] Result<double> mean_milliseconds(device::Device& device, const EventTiming& timing,
                                               const std::function<Result<void>()>& queue);

}  // namespace tilewright::bench
