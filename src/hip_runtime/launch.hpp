// Launches: from HIP's argument lists to the software GPU, and what is recorded of each.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/result.hpp"
#include "emu/exec/geometry.hpp"
#include "hip_runtime/abi.hpp"
#include "hip_runtime/module.hpp"

namespace tilewright::hip {

/// Packs the explicit arguments that `pointers` point to, by the kernel's metadata. Errors: the
/// kernel has arguments and there are no pointers, or it does not declare them.
[[nodiscard]] Result<std::vector<std::byte>> pack_arguments(const codeobject::Kernel& kernel,
                                                            void* const* pointers);

/// Reads an `extra` list (HIP_LAUNCH_PARAM_…). What it holds past the explicit arguments is cut
/// off: programs pass whole structs, whose padding would lie on the hidden arguments. What it lacks
/// is zero, and said once for a kernel: AMD's runtime reads past the buffer there, and rocBLAS
/// leaves the last argument of some kernels out. Errors: no buffer, or another list.
[[nodiscard]] Result<std::vector<std::byte>> read_extra(const codeobject::Kernel& kernel,
                                                        void* const* extra);

/// Runs a kernel to its end; the runtime is locked. A kernel that the software GPU stops leaves
/// its device faulted, with the report on stderr.
[[nodiscard]] hipError_t launch(Runtime& runtime, const Function& function,
                                const emu::Geometry& geometry,
                                std::span<const std::byte> arguments);

}  // namespace tilewright::hip
