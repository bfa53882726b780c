// Options that take a number.
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

namespace tilewright::cli {

/// Accepts decimal digits alone, of a value from `least` to `most`. CLI11's own conversion would
/// take -1 for the greatest number, cap what has more than 64 bits, and read 010 as eight.
[[nodiscard]] CLI::Validator whole_number(uint64_t least, uint64_t most);

/// Accepts a decimal number from `least` to `most`; CLI11's own range would let "nan" through.
[[nodiscard]] CLI::Validator real_number(double least, double most);

/// An option of whole numbers, with its present value shown as the default.
template <class T>
CLI::Option* add_whole_number(CLI::App& command, const std::string& name, T& into,
                              const std::string& description, uint64_t least, uint64_t most) {
  return command.add_option(name, into, description)
      ->check(whole_number(least, most))
      ->type_name("N")
      ->capture_default_str();
}

/// --threads, as every command has it: 0 is all cores.
CLI::Option* add_threads(CLI::App& command, unsigned& threads,
                         const std::string& description = "Cores to use, 0 for all");
/// --limit: how long a wave may run.
CLI::Option* add_limit(CLI::App& command, uint64_t& instructions);
/// --seed of generated data: any 64 bits.
CLI::Option* add_seed(CLI::App& command, uint64_t& seed);

}  // namespace tilewright::cli
