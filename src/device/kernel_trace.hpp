// A list of launches as a file that tools for AMD's profiler read.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "core/result.hpp"
#include "device/launch_report.hpp"

namespace tilewright::device {

/// The text of a kernel_trace.csv: columns and quoting are those of `rocprofv3 --kernel-trace
/// --output-format csv`, names are demangled, and grid sizes count work-items. Agents (0 is the
/// host), kernels and dispatches are numbered from 1 in the order of `launches`; there is one queue
/// and one stream.
[[nodiscard]] std::string kernel_trace_csv(std::span<const LaunchRecord> launches);

/// Writes that text. Errors: the file cannot be written.
[[nodiscard]] Result<void> write_kernel_trace(const std::string& file,
                                              std::span<const LaunchRecord> launches);

}  // namespace tilewright::device
