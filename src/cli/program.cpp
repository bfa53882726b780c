// SPDX-License-Identifier: MIT
#include "cli/program.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "cli/help_formatter.hpp"
#include "cli/invocation.hpp"
#include "report/terminal.hpp"

namespace tilewright::cli {
namespace {

constexpr int kRight = 0;
constexpr int kWrong = 1;
constexpr int kBadUsage = 2;

constexpr std::string_view kPrefix = "tilewright: ";

/// Sentences broken at 100 columns, as a person reads them; lines that fit keep their layout.
std::string for_a_person(std::string_view message) {
  constexpr size_t kWidth = 100;
  std::string out;
  std::string indent(kPrefix.size(), ' ');  // of the first line
  for (std::string_view rest = message;;) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string line = indent + std::string(rest.substr(0, end));
    out += report::display_width(line) <= kWidth
               ? line
               : report::wrap(rest.substr(0, end), kWidth, indent, indent.empty() ? "    " : "  ");
    if (end == rest.size()) return out.substr(kPrefix.size());
    out += '\n';
    rest.remove_prefix(end + 1);
    indent.clear();
  }
}

int complain(std::string_view message, int status = kWrong) {
  const bool colours = report::wants_colours(stderr);
  fmt::print(stderr, "{}{}\n", report::paint(kPrefix, report::Style::bad, colours),
             report::is_terminal(stderr) ? for_a_person(message) : std::string(message));
  return status;
}

/// What a wrong word or option is called; CLI11 would say of an unknown command only that there
/// must be one.
int complain_of_usage(const CLI::App& app, const CLI::ParseError& error, const char* no_emulator) {
  const std::vector<std::string> unknown = app.remaining();
  const bool no_command = app.get_subcommands().empty() && !unknown.empty();
  if (!no_command || unknown.front().starts_with('-')) {
    return app.exit(error) == 0 ? kRight : kBadUsage;
  }
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (no_emulator != nullptr) {
    return complain(
        fmt::format("without the software GPU: {}; so there is no command '{}', only {}",
                    no_emulator, unknown.front(), fmt::join(names, ", ")),
        kBadUsage);
  }
  return complain(fmt::format("there is no command '{}'; there are {}", unknown.front(),
                              fmt::join(names, ", ")),
                  kBadUsage);
}

int parse_and_act(int argc, char** argv, std::span<const AddCommand> commands,
                  const char* no_emulator) {
  CLI::App app("Matrix multiplication on RDNA GPUs, and a software RDNA GPU to run it on.",
               "tilewright");
  app.set_version_flag("--version", std::string("tilewright ") + std::string(version()));
  app.require_subcommand(0, 1);
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer("Each command has --help with an example. Start with:\n  tilewright ladder");
  Action action;
  for (const AddCommand add : commands) add(app, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& outcome) {
    // --help and --version arrive here as well, with status 0.
    return complain_of_usage(app, outcome, no_emulator);
  }
  if (no_emulator != nullptr) {
    (void)complain(fmt::format("without the software GPU: {}", no_emulator));
  }
  if (app.get_subcommands().empty()) {
    fmt::print("{}", app.help());
    return kRight;
  }
  remember_command_line(argc, argv);
  const Result<Outcome> outcome = action();
  if (!outcome) return complain(outcome.error().message);
  return static_cast<int>(*outcome);
}

}  // namespace

int run_program(int argc, char** argv, std::span<const AddCommand> commands,
                const char* no_emulator) {
  // Nothing of ours throws across a library's border; memory can still run out anywhere.
  try {
    return parse_and_act(argc, argv, commands, no_emulator);
  } catch (const std::bad_alloc&) {
    return complain("out of memory; take a smaller shape");
  } catch (const std::exception& error) {
    return complain(error.what());
  }
}

}  // namespace tilewright::cli
