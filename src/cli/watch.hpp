// What --strict and --counters ask for, and how their results are told.
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "device/launch_report.hpp"

namespace tilewright::cli {

struct Watch {
  bool strict = false;
  bool counters = false;
};
void add_watch_options(CLI::App& command, Watch& watch);

/// One after the other, and how many there are.
[[nodiscard]] std::string findings_text(const std::vector<device::Finding>& findings);
/// Prints findings to stderr and counters to stdout. Returns whether nothing was found.
bool tell(const device::LaunchReport& report);
/// Three lines: what explains a kernel's speed.
[[nodiscard]] std::string counters_text(const device::Counters& counters);

[[nodiscard]] nlohmann::ordered_json findings_record(const std::vector<device::Finding>& findings);
/// null if nothing was counted.
[[nodiscard]] nlohmann::ordered_json counters_record(
    const std::optional<device::Counters>& counters);

}  // namespace tilewright::cli
