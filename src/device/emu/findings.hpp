// Strict mode's findings as plain text.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "device/launch_report.hpp"
#include "emu/check/finding.hpp"
#include "emu/exec/geometry.hpp"
#include "emu/exec/program.hpp"

namespace tilewright::device {

/// `image` is the code object that `program` was loaded from.
[[nodiscard]] std::vector<Finding> findings_in_words(const emu::check::FindingLog& log,
                                                     const emu::Program& program,
                                                     std::span<const std::byte> image,
                                                     const codeobject::Kernel& kernel,
                                                     const emu::Geometry& geometry);

}  // namespace tilewright::device
