// What --strict and --counters ask for, and how their results are told.
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "device/launch_report.hpp"

namespace tilewright::cli {

struct Watch {
  bool strict = false;
  bool counters = false;
  std::string trace;  ///< file for the list of launches; empty for none
};
void add_watch_options(CLI::App& command, Watch& watch);

/// Writes what --trace asks for, if it does. Errors: the file cannot be written.
[[nodiscard]] Result<void> write_trace(const Watch& watch,
                                       std::span<const device::LaunchRecord> launches);

/// One after the other, and how many there are.
[[nodiscard]] std::string findings_text(const std::vector<device::Finding>& findings);
/// Prints findings to stderr and counters to stdout. Returns whether nothing was found.
bool tell(const device::LaunchReport& report);

[[nodiscard]] nlohmann::ordered_json findings_record(const std::vector<device::Finding>& findings);

}  // namespace tilewright::cli
