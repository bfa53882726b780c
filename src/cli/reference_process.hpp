// hipBLASLt needs a newer C library than Debian 12 has, and must find our HIP runtime where it
// looks for AMD's. Both are settled when a process starts: so the program starts itself anew.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/watch.hpp"
#include "core/result.hpp"

namespace tilewright::cli {

struct ReferenceProcess {
  std::vector<std::string> archs;  ///< a software GPU of each
  Watch watch;
  unsigned threads = 0;
};

/// Returns in a process in which hipBLASLt runs on software GPUs; the caller's is replaced by that
/// one, with the same command line, if it is not one. hipBLASLt is ROCm's where ROCm is installed,
/// otherwise the one in build/reference. Errors: neither is there; the process cannot be replaced.
[[nodiscard]] Result<void> enter_reference_process(const ReferenceProcess& wanted);

}  // namespace tilewright::cli
