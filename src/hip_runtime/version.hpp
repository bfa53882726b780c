// The version of HIP, for what AMD has changed between libamdhip64.so.6 and .so.7.
// SPDX-License-Identifier: MIT
#pragma once

namespace tilewright::hip {

/// 6 or 7.
[[nodiscard]] int hip_major();

}  // namespace tilewright::hip
