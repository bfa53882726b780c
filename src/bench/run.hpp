// One rung on one device: upload, launch, download, check.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/event_time.hpp"
#include "bench/judge.hpp"
#include "bench/launch_plan.hpp"
#include "device/device.hpp"

namespace tilewright::bench {

/// A and B in device memory, in buffers of exactly their size: a read past their end is an error of
/// the launch on a device that watches.
struct DeviceOperands {
  Shape shape;
  Formats formats;
  std::shared_ptr<device::Buffer> a;
  std::shared_ptr<device::Buffer> b;
};
[[nodiscard]] Result<DeviceOperands> upload(device::Device& device, const Operands& operands);

/// Bytes before or after C that the kernel changed.
struct GuardDamage {
  uint64_t bytes = 0;
  int64_t first = 0;  ///< byte offset from C's first element; negative is before it
};
/// "written outside C: 128 B, the first 2 B past its end"
[[nodiscard]] std::string describe(const GuardDamage& damage, const Shape& shape,
                                   Precision precision = Precision::fp16);

struct Product {
  Codes c;  ///< m x n, column-major
  std::optional<GuardDamage> damage;
  uint64_t unwritten = 0;              ///< elements that still hold the poison they were given
  double seconds = 0;                  ///< launch to completion, wall time
  std::optional<double> milliseconds;  ///< by the device's clock, where that was asked
};

/// What C holds before the launch: a NaN that no arithmetic makes.
[[nodiscard]] constexpr uint32_t poison(Precision precision) {
  return precision == Precision::fp16 ? 0x7e5au : 0x7fc5a5a5u;
}

/// C as a launch finds it: `elements` of it, between guard zones.
struct GuardedResult {
  size_t elements = 0;
  size_t width = 0;                        ///< bytes of an element
  uint32_t poison = 0;                     ///< what C holds before the launch
  std::optional<EventTiming> timing = {};  ///< nothing: one launch, not timed
};
/// Has `queue` write to C, at the address that it is given. Errors: those of the device and of
/// `queue`.
[[nodiscard]] Result<Product> run_guarded(device::Device& device, const GuardedResult& result,
                                          const std::function<Result<void>(uint64_t c)>& queue);

/// A launch whose kernel writes `elements` elements of C, wherever it is told C is.
struct GuardedLaunch {
  std::string kernel;
  uint32_t workgroups = 0;
  uint32_t threads = 0;
  size_t elements = 0;
  size_t width = 0;     ///< bytes of an element
  uint32_t poison = 0;  ///< what C holds before the launch
  std::function<std::vector<std::byte>(uint64_t c)> arguments;
  std::optional<EventTiming> timing = {};
};

/// Runs a kernel of `image`, with C between guard zones and poisoned beforehand. Errors: those of
/// the device; a faulting kernel's report is the message.
[[nodiscard]] Result<Product> launch_guarded(device::Device& device,
                                             std::span<const std::byte> image,
                                             const GuardedLaunch& launch);

/// The kernel of a rung for operands of these formats.
[[nodiscard]] std::string kernel_name(const Rung& rung, const Formats& formats);

/// Runs the kernel in `image`. C lies between guard zones and is poisoned beforehand. Errors: those
/// of plan_launch and of the device, operands that are not the rung's; a faulting kernel's report
/// is the message.
[[nodiscard]] Result<Product> multiply(device::Device& device, std::span<const std::byte> image,
                                       const Rung& rung, const DeviceOperands& operands,
                                       const std::optional<EventTiming>& timing = {});

struct RungResult {
  std::string id;
  std::optional<LaunchPlan> plan;      ///< nothing if the shape was refused
  std::optional<std::string> refused;  ///< why the rung does not take this shape
  std::optional<std::string> error;    ///< what stopped it: the device's report, a failed check
  Verdict verdict;
  uint64_t unwritten = 0;
  std::optional<GuardDamage> damage;
  std::optional<Float64Comparison> float64;
  double seconds = 0;
  std::optional<double> milliseconds;  ///< by the device's clock, where that was asked
  device::LaunchReport report;         ///< of a device that watches

  /// Every element was written, is what it must be, nothing outside C was touched, and a device
  /// that watches has found nothing.
  [[nodiscard]] bool exact() const;
  /// It ran, or tried to, and is not exact.
  [[nodiscard]] bool failed() const { return !refused && !exact(); }
};

/// multiply(), then the judge, before which `check_begins` is called. What goes wrong is part of
/// the result.
[[nodiscard]] RungResult run_rung(device::Device& device, std::span<const std::byte> image,
                                  const Rung& rung, const DeviceOperands& operands, Judge& judge,
                                  const std::function<void()>& check_begins = {},
                                  const std::optional<EventTiming>& timing = {});

}  // namespace tilewright::bench
