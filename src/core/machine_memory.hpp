// How much memory the host has.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright {

/// Bytes of physical memory, or fewer if a control group limits this process. Linux promises more
/// than that and ends the process when the promise is called in.
[[nodiscard]] uint64_t machine_memory();

}  // namespace tilewright
