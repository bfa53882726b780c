// A Radeon behind the Device interface, by AMD's HIP runtime; or the software GPU, where the
// runtime that is found is our own (src/hip_runtime). The code is the same.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "device/device.hpp"
#include "device/hip/hip_api.hpp"

namespace tilewright::device {

class HipDevice : public Device {
 public:
  /// "7.2.4", of the runtime.
  [[nodiscard]] virtual std::string runtime_version() const = 0;
  /// The runtime is our own: what its events measure is the emulation's time, not a card's.
  [[nodiscard]] virtual bool emulated() const = 0;
  /// For libraries that queue work of their own.
  [[nodiscard]] virtual hip::Stream stream() const = 0;
  /// Makes this the device of the calling thread's next HIP calls, and of those libraries.
  [[nodiscard]] virtual Result<void> use() const = 0;
};

/// The first device of this target. Errors: no runtime, no device, none of that target.
[[nodiscard]] Result<std::unique_ptr<HipDevice>> open_hip(std::string_view arch);

/// All HIP devices, whatever their target. Errors: no runtime; one that fails.
[[nodiscard]] Result<std::vector<Info>> list_hip();

}  // namespace tilewright::device
