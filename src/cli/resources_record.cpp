// SPDX-License-Identifier: MIT
#include "cli/resources_record.hpp"

#include "core/json_text.hpp"

namespace tilewright::cli {

using nlohmann::ordered_json;

ordered_json resources_record(const report::KernelResources& resources) {
  return {{"vgprs", resources.vgprs},
          {"sgprs", resources.sgprs},
          {"lds_bytes", resources.lds_bytes},
          {"scratch_bytes", resources.scratch_bytes},
          {"spills", resources.spills},
          {"waves_per_simd", resources.waves_per_simd},
          {"workgroups_per_cu", resources.workgroups_per_cu},
          {"limited_by", resources.limited_by}};
}

ordered_json published_record(const std::optional<report::PublishedResources>& published) {
  if (!published) return nullptr;
  return {{"source", published->source},
          {"vgprs", or_null(published->vgprs)},
          {"lds_bytes", or_null(published->lds_bytes)},
          {"waves_per_simd", or_null(published->waves_per_simd)}};
}

}  // namespace tilewright::cli
