// What --strict and --counters ask for, and how their results are told.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "device/launch_report.hpp"

namespace CLI {
class App;
}

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
/// What a strict run says that has found nothing.
inline constexpr std::string_view kNothingFound = "strict: nothing found";
/// Prints findings to stderr, and counters and that nothing was found to stdout. Returns whether
/// nothing was found. `ended`: the kernel was not stopped; of one that was, counters are told as
/// those of a part, and that nothing was found is not told.
bool tell(const device::LaunchReport& report, const Watch& watch, bool ended);

/// A list, empty if nothing was found; null if `looked` is not so.
[[nodiscard]] nlohmann::ordered_json findings_record(const std::vector<device::Finding>& findings,
                                                     bool looked);

}  // namespace tilewright::cli
