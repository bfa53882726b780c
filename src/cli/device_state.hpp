// What can be run on here, in the words that every command uses.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"
#include "device/device.hpp"

namespace tilewright::cli {

struct DeviceState {
  device::Info info;  ///< arch is empty where no device is
  bool ready = false;
  std::string state;   ///< "ready", "no driver", "no runtime"
  std::string detail;  ///< what the driver's library says; may be empty
};

/// One for each card, or one that says why there is none.
[[nodiscard]] std::vector<DeviceState> cuda_states();
[[nodiscard]] std::vector<DeviceState> hip_states();

/// Errors: that the device cannot be used, and why: "device cuda: no driver; libcuda.so.1 is not
/// …". `kind` is not the software GPU.
[[nodiscard]] Result<void> require_device(device::Kind kind);

}  // namespace tilewright::cli
