// The program, given its commands.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "cli/command.hpp"

namespace tilewright::cli {

using AddCommand = void (*)(CLI::App& app, Action& action);

/// Exit status: 0 if all that was asked for succeeded and was right, 1 if not, 2 if the command
/// line was not understood; `emu` has that of the program it ran.
[[nodiscard]] int run_program(int argc, char** argv, std::span<const AddCommand> commands);

}  // namespace tilewright::cli
