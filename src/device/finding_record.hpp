// Findings of strict mode as JSON, the same in every record: docs/json.md names the fields.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "device/launch_report.hpp"

namespace tilewright::device {

[[nodiscard]] nlohmann::ordered_json findings_record(const std::vector<Finding>& findings);

/// Back from the record. Throws nlohmann's exceptions where it is no such list.
[[nodiscard]] std::vector<Finding> findings_of(const nlohmann::json& record);

}  // namespace tilewright::device
