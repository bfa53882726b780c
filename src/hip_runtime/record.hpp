// What a process did, for `tilewright emu`: one line of JSON for each launch, and one at its end.
// Lines are appended in one write each, so that a program that dies and its forked children leave
// whole lines.
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

#include "device/launch_report.hpp"
#include "emu/exec/geometry.hpp"
#include "hip_runtime/runtime.hpp"

namespace tilewright::hip {

struct EndedLaunch {
  const Gpu& gpu;
  const codeobject::Kernel& kernel;
  const emu::Geometry& geometry;
  const device::LaunchReport& report;
  std::string error;  ///< "" if the kernel ended
  std::chrono::steady_clock::time_point begin, end;
};

/// Does nothing if no record was asked for.
void record_launch(const Runtime& runtime, const EndedLaunch& launch);

}  // namespace tilewright::hip
