// SPDX-License-Identifier: MIT
#include "report/resources.hpp"

#include <algorithm>

namespace tilewright::report {
namespace {

std::string_view bound(const Limits& limits, int vgprs, int lds_bytes, int threads) {
  // Each limit on its own, the others out of the way.
  const int by_slots = whole_workgroups_per_cu(limits, 0, 0, threads);
  const int by_registers = whole_workgroups_per_cu(limits, vgprs, 0, threads);
  const int by_lds = whole_workgroups_per_cu(limits, 0, lds_bytes, threads);
  if (std::min(by_registers, by_lds) == by_slots) return "wave slots";
  if (by_registers == by_lds) return "LDS, VGPRs";
  return by_lds < by_registers ? "LDS" : "VGPRs";
}

}  // namespace

KernelResources kernel_resources(const codeobject::Resources& declared, const Limits& of_target,
                                 uint32_t threads) {
  const Limits limits = for_wave_size(of_target, static_cast<int>(declared.wavefront_size));
  const int vgprs = static_cast<int>(declared.vgprs);
  const int lds = static_cast<int>(declared.lds_bytes);
  const int items = static_cast<int>(threads);
  return {.vgprs = declared.vgprs,
          .sgprs = declared.sgprs,
          .lds_bytes = declared.lds_bytes,
          .scratch_bytes = declared.scratch_bytes,
          .spills = declared.vgpr_spills + declared.sgpr_spills,
          .waves_per_simd = static_cast<uint32_t>(waves_per_simd(limits, vgprs, lds, items)),
          .workgroups_per_cu =
              static_cast<uint32_t>(whole_workgroups_per_cu(limits, vgprs, lds, items)),
          .limited_by = bound(limits, vgprs, lds, items)};
}

}  // namespace tilewright::report
