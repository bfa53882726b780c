// What our own HIP runtime tells of its launches, as it is passed from library to program.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "device/launch_report.hpp"

namespace tilewright::device::hip {

/// `lines`: a JSON object for each launch, as tilewrightTakeReport() gives them. Counters
/// are the sum of all launches.
[[nodiscard]] LaunchReport parse_report(std::string_view lines);

}  // namespace tilewright::device::hip
