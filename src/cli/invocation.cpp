// SPDX-License-Identifier: MIT
#include "cli/invocation.hpp"

#include <nlohmann/json.hpp>

namespace tilewright::cli {
namespace {

std::string& command_line() {
  static std::string text;
  return text;
}

/// As a shell would need it.
std::string quoted(std::string_view argument) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!argument.empty() && argument.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(argument);
  }
  std::string out = "'";
  for (const char c : argument) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

std::string_view version() { return TW_VERSION; }

void remember_command_line(int argc, char** argv) {
  // The program's own path says nothing about the run.
  command_line() = "tilewright";
  for (int i = 1; i < argc; ++i) command_line() += ' ' + quoted(argv[i]);
}

nlohmann::ordered_json tool_record(std::optional<uint64_t> seed) {
  nlohmann::ordered_json record;
  record["version"] = version();
  record["command"] = command_line();
  record["seed"] = seed ? nlohmann::ordered_json(*seed) : nlohmann::ordered_json(nullptr);
  return record;
}

}  // namespace tilewright::cli
