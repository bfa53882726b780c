// The program. Exit status: 0 if all that was asked for succeeded and was right, 1 if not, 2 if the
// command line was not understood.
// SPDX-License-Identifier: MIT
#include <exception>
#include <new>

#include "cli/command.hpp"
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

int run(int argc, char** argv) {
  CLI::App app("Matrix multiplication on RDNA GPUs, and a software RDNA GPU to run it on.",
               "tilewright");
  app.set_version_flag("--version", std::string("tilewright ") + std::string(version()));
  app.require_subcommand(1);
  app.get_formatter()->column_width(28);
  app.footer("Each command has --help with an example. Start with:\n  tilewright ladder");
  Action action;
  add_ladder(app, action);
  add_resources(app, action);
  add_matmul(app, action);
  add_sweep(app, action);
  add_devices(app, action);
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
}  // namespace tilewright::cli

int main(int argc, char** argv) {
  // Nothing of ours throws across a library's border; memory can still run out anywhere.
  try {
    return tilewright::cli::run(argc, argv);
  } catch (const std::bad_alloc&) {
    return tilewright::cli::complain("out of memory; take a smaller shape");
  } catch (const std::exception& error) {
    return tilewright::cli::complain(error.what());
  }
}
