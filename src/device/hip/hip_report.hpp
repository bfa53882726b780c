// What our own HIP runtime tells of its launches, as it is passed from library to program.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "device/launch_report.hpp"

namespace tilewright::device::hip {

/// `lines`: one JSON object for each launch, as src/hip_runtime/record.hpp writes them. Counters
/// are the sum of all launches.
[[nodiscard]] LaunchReport parse_report(std::string_view lines);

}  // namespace tilewright::device::hip
