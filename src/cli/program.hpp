// The program, given its commands.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "cli/command.hpp"

namespace tilewright::cli {

using AddCommand = void (*)(CLI::App& app, Action& action);

/// Exit status: 0 if all that was asked for succeeded and was right, 1 if not, 2 if the command
/// line was not understood; `emu` has that of the program it ran.
/// `no_emulator`: why the software GPU is missing and with it some commands, or null; it is said on
/// stderr.
[[nodiscard]] int run_program(int argc, char** argv, std::span<const AddCommand> commands,
                              const char* no_emulator = nullptr);

}  // namespace tilewright::cli
