// A launch as JSON, as it passes from our HIP runtime to the program that started it.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "device/launch_report.hpp"

namespace tilewright::device {

[[nodiscard]] nlohmann::ordered_json launch_record(const LaunchRecord& launch);

/// Back from the record; what else it holds is left alone. Throws nlohmann's exceptions where a
/// field is missing.
[[nodiscard]] LaunchRecord launch_of(const nlohmann::json& record);

}  // namespace tilewright::device
