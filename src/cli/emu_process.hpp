// Starting a HIP program so that it finds our HIP runtime instead of AMD's.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/result.hpp"

namespace tilewright::cli {

struct EmuProcess {
  std::vector<std::string> command;  ///< program and arguments
  std::string scratch;               ///< a folder of ours, there until the program has ended
  /// A dynamic loader to start the program through, with the libraries beside it: for programs that
  /// need a newer C library than the system's. "" for the program's own.
  std::string loader;
  std::vector<std::pair<std::string, std::string>> environment;  ///< added to ours
};

/// The statuses of env(1) and shells for a program that could not be started.
inline constexpr int kNotFound = 127;
inline constexpr int kNotExecutable = 126;

/// Runs a program to its end and returns its exit status: 128 + n if signal n ended it, kNotFound
/// or kNotExecutable, after saying so on stderr, if it was not started.
/// Errors: it needs libraries that are not here or another HIP than ours; the sentence says what to
/// do.
[[nodiscard]] Result<int> run_on_emu(const EmuProcess& process);

}  // namespace tilewright::cli
