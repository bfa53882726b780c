// SPDX-License-Identifier: MIT
#include "device/launch_record.hpp"

#include <nlohmann/json.hpp>

namespace tilewright::device {

nlohmann::ordered_json launch_record(const LaunchRecord& launch) {
  return {{"thread", launch.thread_id},
          {"arch", launch.arch},
          {"kernel", launch.kernel},
          {"grid_size", launch.grid_size},
          {"workgroup_size", launch.workgroup_size},
          {"lds_bytes", launch.lds_bytes},
          {"scratch_bytes", launch.scratch_bytes},
          {"vgprs", launch.vgprs},
          {"sgprs", launch.sgprs},
          {"start_ns", launch.start_ns},
          {"end_ns", launch.end_ns}};
}

LaunchRecord launch_of(const nlohmann::json& record) {
  return {.arch = record.at("arch"),
          .kernel = record.at("kernel"),
          .thread_id = record.at("thread"),
          .start_ns = record.at("start_ns"),
          .end_ns = record.at("end_ns"),
          .lds_bytes = record.at("lds_bytes"),
          .scratch_bytes = record.at("scratch_bytes"),
          .vgprs = record.at("vgprs"),
          .sgprs = record.at("sgprs"),
          .workgroup_size = record.at("workgroup_size"),
          .grid_size = record.at("grid_size")};
}

}  // namespace tilewright::device
