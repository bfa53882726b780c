// What is known of a launch on the software GPU when it has ended.
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

#include "codeobject/code_object.hpp"
#include "device/launch_report.hpp"
#include "emu/exec/geometry.hpp"

namespace tilewright::device {

using Instant = std::chrono::steady_clock::time_point;

/// `arch`: "gfx1201". The thread is the calling one.
[[nodiscard]] LaunchRecord launched(std::string arch, const codeobject::Kernel& kernel,
                                    const emu::Geometry& geometry, Instant begin, Instant end);

}  // namespace tilewright::device
