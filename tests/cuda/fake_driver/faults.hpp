// How the fake is told to misbehave: environment variables, read whenever they matter. A regular
// expression matches the whole name of a kernel; cuBLASLt's are cublaslt_offer_<n>.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "exported.hpp"

namespace tilewright::fake_cuda {

enum class Fault {
  wrong,        ///< TW_FAKE_WRONG: the sum of one element is 2 too large
  fail_launch,  ///< TW_FAKE_FAIL_LAUNCH: the launch is refused; with
                ///< TW_FAKE_FAIL_LAUNCH_AFTER=<n> not the first n times
  trap,         ///< TW_FAKE_TRAP: it is queued, and reaches outside its memory when it runs;
                ///< with TW_FAKE_TRAP_AFTER=<n> not the first n times
  absent,       ///< TW_FAKE_ABSENT: the module has none of that name, the library does not offer it
  kill,         ///< TW_FAKE_KILL: the process is killed where it would launch
};
[[nodiscard]] TW_FAKE_EXPORT bool has_fault(Fault fault, const std::string& kernel);

/// TW_FAKE_SLOW=<regex>=<factor>: how many times as long a launch takes.
[[nodiscard]] TW_FAKE_EXPORT double slowness(const std::string& kernel);

/// TW_FAKE_NO_MEMORY_ABOVE: bytes of all allocations together.
[[nodiscard]] std::optional<std::size_t> most_memory();

/// TW_FAKE_SM: of which family the card is, "80"; "90" without it.
[[nodiscard]] int family();

/// TW_FAKE_L2: bytes of L2, for ladders with few copies of the operands.
[[nodiscard]] std::optional<std::size_t> other_l2_bytes();

/// TW_FAKE_LOG: appends a line for a launch to this file.
TW_FAKE_EXPORT void log_launch(const std::string& line);

}  // namespace tilewright::fake_cuda
