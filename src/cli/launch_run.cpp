// SPDX-License-Identifier: MIT
#include "cli/launch_run.hpp"

#include <nlohmann/json.hpp>

#include "cli/counters.hpp"
#include "cli/invocation.hpp"
#include "cli/watch.hpp"
#include "core/json_text.hpp"

namespace tilewright::cli {
namespace {

using nlohmann::ordered_json;

ordered_json extents(const device::Dim3& extent) {
  return {{"x", extent.x}, {"y", extent.y}, {"z", extent.z}};
}

ordered_json outputs_record(const std::vector<LaunchArgument>& arguments) {
  ordered_json outputs = ordered_json::array();
  (void)for_each_leaf(arguments, [&](const LaunchArgument& argument) -> Result<void> {
    if (argument.download) {
      outputs.push_back({{"file", argument.file},
                         {"dtype", numpy_name(argument.array.dtype)},
                         {"shape", argument.array.shape}});
    }
    return {};
  });
  return outputs;
}

}  // namespace

ordered_json launch_run_record(const LaunchRun& run, const std::vector<LaunchArgument>& arguments) {
  ordered_json record;
  record["schema_version"] = 1;
  record["tool"] = tool_record(std::nullopt);
  record["device"] = {{"kind", device::name(run.device.kind)},
                      {"arch", run.device.arch},
                      {"name", run.device.name}};
  record["kernel"] = run.kernel;
  record["grid"] = extents(run.config.grid);
  record["block"] = extents(run.config.block);
  record["dynamic_lds_bytes"] = run.config.dynamic_lds_bytes;
  record["error"] = or_null(run.error);
  record["findings"] = findings_record(run.report.findings, run.strict);
  record["counters"] = counters_record(run.report.counters);
  record["outputs"] = run.error ? ordered_json::array() : outputs_record(arguments);
  return record;
}

}  // namespace tilewright::cli
