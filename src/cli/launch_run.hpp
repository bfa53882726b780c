// What `tilewright launch --json` writes; docs/json.md names the fields.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/launch_arguments.hpp"
#include "device/device.hpp"
#include "device/launch_report.hpp"

namespace tilewright::cli {

struct LaunchRun {
  std::string kernel;
  device::Info device;
  device::LaunchConfig config;
  device::LaunchReport report;
  bool strict = false;               ///< whether anybody looked for findings
  std::optional<std::string> error;  ///< what stopped the kernel; its outputs are then not written
};

[[nodiscard]] nlohmann::ordered_json launch_run_record(
    const LaunchRun& run, const std::vector<LaunchArgument>& arguments);

}  // namespace tilewright::cli
