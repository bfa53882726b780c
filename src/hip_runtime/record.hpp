// What a process did, for `tilewright emu`: one line of JSON at its start, one for each launch, and
// one at its end.
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
  std::string error;    ///< "" if the kernel ended
  bool repeat = false;  ///< it was not run: what is reported of it is what an earlier one did
  std::chrono::steady_clock::time_point begin, end;
};

/// That this process uses HIP, whatever comes of it. Does nothing if no record was asked for.
void record_start(const Runtime& runtime);

/// Does nothing if no record was asked for. The runtime is locked.
void record_launch(Runtime& runtime, const EndedLaunch& launch);

}  // namespace tilewright::hip

/// Beyond HIP: what launches have shown since the last call, a line of JSON each, with findings in
/// full. They are kept from the first call on; the text is good until the next. By this symbol a
/// program also knows that it is on software GPUs (src/device/hip/hip_api.hpp).
extern "C" const char* tilewrightTakeReport();
