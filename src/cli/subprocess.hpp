// Child processes.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/result.hpp"

namespace tilewright::cli {

/// Runs `command` to its end, with nothing to read, and returns what it wrote to stdout and stderr,
/// whatever its exit status. Errors: it cannot be started.
[[nodiscard]] Result<std::string> run_for_output(const std::vector<std::string>& command);

/// Runs `command` with our streams and `environment` (NAME, value) added to ours; returns its exit
/// status, or 128 + n if signal n ended it. Errors: it cannot be started.
[[nodiscard]] Result<int> run_to_end(
    const std::vector<std::string>& command,
    const std::vector<std::pair<std::string, std::string>>& environment);

}  // namespace tilewright::cli
