// SPDX-License-Identifier: MIT
#include "cli/program.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "cli/help_formatter.hpp"
#include "cli/invocation.hpp"
#include "core/printable.hpp"
#include "report/terminal.hpp"

namespace tilewright::cli {
namespace {

constexpr int kRight = 0;
constexpr int kWrong = 1;
constexpr int kBadUsage = 2;

constexpr std::string_view kPrefix = "tilewright: ";
constexpr size_t kWidth = 100;  ///< of what a person reads

/// A stream that was closed before we started would be the first file that we open. What takes its
/// place fails where it is used; but errors are then told to nobody.
void hold_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    const int mode = stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY;
    if (::open("/dev/null", mode) != stream) return;  // the lowest that is free
  }
}

/// What is in the buffers comes first: both streams may lead to one file.
void flush_standard_output() {
  std::cout.flush();
  std::fflush(stdout);
}

int complain(std::string_view message, int status = kWrong) {
  flush_standard_output();
  const bool colours = report::wants_colours(stderr);
  const std::string shown = printable_lines(message);
  const std::string text =
      report::paint(kPrefix, report::Style::bad, colours) +
      (report::is_terminal(stderr) ? report::fit_lines(shown, kWidth, kPrefix.size()) : shown);
  // Where not even this can be written, the status says it; fmt would throw.
  std::fputs((text + "\n").c_str(), stderr);
  return status;
}

/// What CLI11 says of a wrong option, fit for a terminal.
int complain_as_cli11(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream out;
  std::ostringstream words;
  const int status = app.exit(error, out, words);
  fmt::print("{}", out.str());
  if (status == 0) return kRight;
  std::string said = words.str();
  while (said.ends_with('\n')) said.pop_back();
  // "--seed: 1 required N:0 to 18446744073709551615 missing"
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    const size_t name = said.find(": 1 required ");
    if (name != std::string::npos) {
      said.replace(name, said.find('\n') - name, ": its value is missing");
    }
  }
  return complain(said, kBadUsage);
}

/// What a wrong word or option is called; CLI11 would say of an unknown command only that there
/// must be one.
int complain_of_usage(const CLI::App& app, const CLI::ParseError& error, const char* no_emulator) {
  const std::vector<std::string> unknown = app.remaining();
  const bool no_command = app.get_subcommands().empty() && !unknown.empty();
  if (!no_command || unknown.front().starts_with('-')) {
    return complain_as_cli11(app, error);
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
  CLI::App app(
      "Matrix multiplication on RDNA GPUs, a software RDNA GPU to run it on, and NVIDIA Hopper.",
      "tilewright");
  app.set_version_flag("--version", std::string("tilewright ") + std::string(version()));
  app.require_subcommand(0, 1);
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer("Each command has --help with an example. Start with:\n  tilewright ladder");
  Action action;
  for (const AddCommand add : commands) add(app, action);
  remember_command_line(argc, argv);
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
  const Result<Outcome> outcome = action();
  if (!outcome) return complain(outcome.error().message);
  return static_cast<int>(*outcome);
}

/// A full disk is known at last when the buffer is written out.
int with_all_written(int status) {
  errno = 0;
  const bool written = std::cout.flush().good() && std::fflush(stdout) == 0;
  if (written && std::ferror(stdout) == 0) return status;
  // Of an earlier flush the reason is lost.
  const std::string why = errno == 0 ? "" : fmt::format(": {}", std::strerror(errno));
  return complain(fmt::format("standard output could not be written{}", why),
                  status == kRight ? kWrong : status);
}

}  // namespace

int run_program(int argc, char** argv, std::span<const AddCommand> commands,
                const char* no_emulator) {
  hold_closed_streams();
  // Nothing of ours throws across a library's border; memory can still run out anywhere.
  try {
    return with_all_written(parse_and_act(argc, argv, commands, no_emulator));
  } catch (const std::bad_alloc&) {
    return complain("out of memory; take a smaller shape");
  } catch (const std::exception& error) {
    return complain(error.what());
  }
}

}  // namespace tilewright::cli
