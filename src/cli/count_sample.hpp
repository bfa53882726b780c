// Counting a kernel at a large shape by one generation of its workgroups: as many as the target's
// compute units run at one time.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "bench/shape.hpp"
#include "cli/kernel_store.hpp"
#include "device/launch_report.hpp"

namespace tilewright::cli {

/// What one generation did.
struct CountSample {
  const Target* target = nullptr;
  const Rung* rung = nullptr;
  uint32_t workgroups = 0;  ///< that ran: the first ones of the launch
  uint32_t workgroups_of_launch = 0;
  uint32_t waves = 0;  ///< of a workgroup
  device::Counters counters;
};

/// Told before each kernel; `done` of `total` is the work behind.
using CountProgress = std::function<void(const CountSample& next, double done, double total)>;

/// Each kernel on each target, with `threads` workers (0: all cores). `each` is given every sample
/// as it is complete. Errors: a shape that a kernel does not take or that this machine's memory
/// cannot hold; those of the store and of the launch.
[[nodiscard]] Result<std::vector<CountSample>> count_samples(
    const std::vector<const Target*>& targets, const std::vector<const Rung*>& rungs,
    const bench::Shape& shape, KernelStore& store, unsigned threads, const CountProgress& progress,
    const std::function<void(const CountSample&)>& each);

}  // namespace tilewright::cli
