// SPDX-License-Identifier: MIT
#include "cli/watch.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/counters.hpp"
#include "cli/output.hpp"
#include "core/printable.hpp"
#include "device/finding_record.hpp"
#include "device/kernel_trace.hpp"
#include "report/terminal.hpp"

namespace tilewright::cli {

using nlohmann::ordered_json;

void add_watch_options(CLI::App& command, Watch& watch) {
  command.add_flag("--strict", watch.strict,
                   "Look for races, missing waits and reads of nothing; any is a failure");
  command.add_flag("--counters", watch.counters,
                   "Count instructions, LDS conflicts and memory traffic");
  command
      .add_option(
          "--trace", watch.trace,
          "List the launches in FILE, as rocprofv3's kernel_trace.csv does; times are those "
          "of the emulation")
      ->check(named_file())
      ->type_name("FILE");
}

Result<void> write_trace(const Watch& watch, std::span<const device::LaunchRecord> launches) {
  if (watch.trace.empty()) return {};
  return device::write_kernel_trace(watch.trace, launches);
}

std::string findings_text(const std::vector<device::Finding>& findings) {
  std::string text = fmt::format("strict mode has found {}:", findings.size());
  for (const device::Finding& finding : findings) text += "\n" + describe(finding);
  return text;
}

bool tell(const device::LaunchReport& report, const Watch& watch, bool ended) {
  if (report.counters) {
    if (!ended) {
      fmt::print("the kernel was stopped: the counters are those of what had run till then\n");
    }
    fmt::print("{}\n", counters_text(*report.counters));
  }
  if (report.findings.empty()) {
    if (watch.strict && ended) fmt::print("{}\n", kNothingFound);
    return true;
  }
  std::fflush(stdout);
  constexpr size_t kWidth = 100;
  fmt::print(stderr, "{}\n",
             report::fit_lines(printable_lines(findings_text(report.findings)), kWidth));
  return false;
}

ordered_json findings_record(const std::vector<device::Finding>& findings, bool looked) {
  return looked ? device::findings_record(findings) : ordered_json(nullptr);
}

}  // namespace tilewright::cli
