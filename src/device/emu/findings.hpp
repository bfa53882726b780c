// Strict mode's findings as plain text.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "device/launch_report.hpp"
#include "emu/check/finding.hpp"
#include "emu/exec/geometry.hpp"
#include "emu/exec/program.hpp"

namespace tilewright::device {

[[nodiscard]] std::vector<Finding> findings_in_words(const emu::check::FindingLog& log,
                                                     const emu::Program& program,
                                                     const codeobject::Kernel& kernel,
                                                     const emu::Geometry& geometry);

}  // namespace tilewright::device
