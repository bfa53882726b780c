// What every subcommand gives to main(): its options, and what to do once they are read.
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "core/result.hpp"

namespace tilewright::cli {

/// The exit status: whether all that was asked for came out right, or, for a command that runs
/// another program, whatever that one ended with. An Error says why a command could not do its
/// work.
enum class Outcome : int { right = 0, wrong = 1 };

using Action = std::function<Result<Outcome>()>;

/// Each adds a subcommand to `app`; when it is chosen, parsing sets `action`.
void add_ladder(CLI::App& app, Action& action);
void add_resources(CLI::App& app, Action& action);
void add_matmul(CLI::App& app, Action& action);
void add_launch(CLI::App& app, Action& action);
void add_count(CLI::App& app, Action& action);
void add_sweep(CLI::App& app, Action& action);
void add_devices(CLI::App& app, Action& action);
void add_report(CLI::App& app, Action& action);
void add_emu(CLI::App& app, Action& action);

}  // namespace tilewright::cli
