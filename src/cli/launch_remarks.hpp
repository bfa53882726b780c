// What a launch that ended well may still have got wrong: told, never a failure.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/launch_arguments.hpp"

namespace tilewright::cli {

/// Before the launch: structs that end in padding. `arguments` are placed.
[[nodiscard]] std::vector<std::string> remarks_before(const std::vector<LaunchArgument>& arguments);

/// After it: outputs that still hold what fresh memory is filled with, inputs that were changed, no
/// output at all. Errors: the device's.
[[nodiscard]] Result<std::vector<std::string>> remarks_after(
    device::Device& device, const std::vector<LaunchArgument>& arguments);

}  // namespace tilewright::cli
