// The sentences in which a launch that went wrong is reported.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "emu/exec/dispatch.hpp"
#include "emu/exec/fault.hpp"

namespace tilewright::emu {

/// "KERNEL: workgroup (1, 0, 0), wave 3, lane 17, at +0x1a4: WHAT", and on a second line the place,
/// the instruction and, if the code object has a line table, its source line.
[[nodiscard]] std::string report_fault(const Dispatch& dispatch, const Wave& wave,
                                       const Uop* instruction, const Fault& fault);

/// No wave of the workgroup can continue: where each of them is.
[[nodiscard]] std::string report_deadlock(const Dispatch& dispatch, const Workgroup& group);

}  // namespace tilewright::emu
