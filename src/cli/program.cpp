// SPDX-License-Identifier: MIT
#include "cli/program.hpp"

#include <exception>
#include <new>
#include <string>

#include "cli/invocation.hpp"
#include "report/terminal.hpp"

namespace tilewright::cli {
namespace {

constexpr int kRight = 0;
constexpr int kWrong = 1;
constexpr int kBadUsage = 2;

int complain(std::string_view message) {
  const bool colours = report::wants_colours(stderr);
  fmt::print(stderr, "{} {}\n", report::paint("tilewright:", report::Style::bad, colours), message);
  return kWrong;
}

int parse_and_act(int argc, char** argv, std::span<const AddCommand> commands) {
  CLI::App app("Matrix multiplication on RDNA GPUs, and a software RDNA GPU to run it on.",
               "tilewright");
  app.set_version_flag("--version", std::string("tilewright ") + std::string(version()));
  app.require_subcommand(1);
  app.get_formatter()->column_width(28);
  app.footer("Each command has --help with an example. Start with:\n  tilewright ladder");
  Action action;
  for (const AddCommand add : commands) add(app, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& outcome) {
    // --help and --version arrive here as well, with status 0.
    return app.exit(outcome) == 0 ? kRight : kBadUsage;
  }
  remember_command_line(argc, argv);
  const Result<Outcome> outcome = action();
  if (!outcome) return complain(outcome.error().message);
  return *outcome == Outcome::right ? kRight : kWrong;
}

}  // namespace

int run_program(int argc, char** argv, std::span<const AddCommand> commands) {
  // Nothing of ours throws across a library's border; memory can still run out anywhere.
  try {
    return parse_and_act(argc, argv, commands);
  } catch (const std::bad_alloc&) {
    return complain("out of memory; take a smaller shape");
  } catch (const std::exception& error) {
    return complain(error.what());
  }
}

}  // namespace tilewright::cli
