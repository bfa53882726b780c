// The software RDNA GPU behind the Device interface.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "device/device.hpp"

namespace tilewright::device {

struct EmuOptions {
  unsigned threads = 0;  ///< workers; 0: all cores
  /// A wave that executes more instructions than this is reported as endless.
  uint64_t instruction_limit = 500'000'000;
};

/// `arch`: "gfx1100", "gfx1151" or "gfx1201". Errors: another target.
[[nodiscard]] Result<std::unique_ptr<Device>> open_emu(std::string_view arch,
                                                       const EmuOptions& options = {});

}  // namespace tilewright::device
