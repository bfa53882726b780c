// What a launch may ask for.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

#include "codeobject/code_object.hpp"
#include "emu/exec/geometry.hpp"
#include "emu/exec/wave.hpp"

namespace tilewright::emu {

enum class LaunchLimit : uint8_t {
  empty,               ///< at least one workgroup and one work-item in each dimension
  work_items_of_axis,  ///< of all workgroups in one dimension
  workgroups_of_axis,
  workgroups,
  workgroup_size,
  lds,
  scratch,
  kernel_arguments,
};

/// Why a launch is not accepted.
struct LaunchRefusal {
  LaunchLimit limit;    ///< the one that it breaks, or the first of several
  std::string message;  ///< begins with the kernel's name
};

/// The most work-items that a workgroup of `kernel` may have: what it was compiled for, or what the
/// hardware has if that is less.
[[nodiscard]] uint32_t max_workgroup_size(const codeobject::Kernel& kernel);

/// Whether the hardware would accept a launch of this shape. Errors: it would not.
[[nodiscard]] tl::expected<void, LaunchRefusal> check_launch(const codeobject::Kernel& kernel,
                                                             Generation generation,
                                                             const Geometry& geometry);

}  // namespace tilewright::emu
