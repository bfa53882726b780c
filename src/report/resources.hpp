// What a kernel takes of a compute unit: the compiler's own figures from the code object, and the
// occupancy that follows from them.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "arch/targets.hpp"
#include "codeobject/code_object.hpp"

namespace tilewright::report {

struct KernelResources {
  uint32_t vgprs = 0;
  uint32_t sgprs = 0;
  uint32_t lds_bytes = 0;      ///< of a workgroup
  uint32_t scratch_bytes = 0;  ///< of a work-item
  uint32_t spills = 0;         ///< registers, vector and scalar together
  /// The figure of -Rpass-analysis=kernel-resource-usage and of AMD's tables. It counts the waves
  /// of a last workgroup that does not fit whole.
  uint32_t waves_per_simd = 0;
  /// Workgroups a compute unit can really hold.
  uint32_t workgroups_per_cu = 0;
  /// What keeps the next workgroup out: "VGPRs", "LDS", "LDS, VGPRs" or "wave slots".
  std::string_view limited_by = {};
};

/// `threads`: work-items of a workgroup, at least 1.
[[nodiscard]] KernelResources kernel_resources(const codeobject::Resources& declared,
                                               const Limits& limits, uint32_t threads);

}  // namespace tilewright::report
