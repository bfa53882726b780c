// SPDX-License-Identifier: MIT
#include "device/hip/hip_report.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "device/counter_fields.hpp"
#include "device/finding_record.hpp"
#include "device/launch_record.hpp"

namespace tilewright::device::hip {
namespace {

using nlohmann::json;

void add(LaunchReport& report, const json& launch) {
  report.launches.push_back(launch_of(launch));
  if (const json& counters = launch.at("counters"); !counters.is_null()) {
    if (!report.counters) report.counters.emplace();
    for (const CounterField& field : kCounterFields) {
      (*report.counters).*field.value += counters.at(field.name).get<uint64_t>();
    }
  }
  for (Finding& finding : findings_of(launch.at("findings"))) {
    report.findings.push_back(std::move(finding));
  }
}

}  // namespace

LaunchReport parse_report(std::string_view lines) {
  LaunchReport report;
  while (!lines.empty()) {
    const size_t end = lines.find('\n');
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
    const json launch = json::parse(line);
    add(report, launch);
  }
  return report;
}

}  // namespace tilewright::device::hip
