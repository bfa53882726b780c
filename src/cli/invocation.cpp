// SPDX-License-Identifier: MIT
#include "cli/invocation.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tilewright::cli {
namespace {

std::vector<std::string>& arguments() {
  static std::vector<std::string> all;
  return all;
}

/// As a shell would need it.
std::string for_shell(std::string_view argument) {
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
  arguments().assign(argv + std::min(argc, 1), argv + argc);
}

const std::vector<std::string>& command_line() { return arguments(); }

nlohmann::ordered_json tool_record(std::optional<uint64_t> seed) {
  nlohmann::ordered_json record;
  record["version"] = version();
  std::string command = "tilewright";  // its own path says nothing about the run
  for (const std::string& argument : arguments()) command += ' ' + for_shell(argument);
  record["command"] = command;
  record["seed"] = seed ? nlohmann::ordered_json(*seed) : nlohmann::ordered_json(nullptr);
  return record;
}

}  // namespace tilewright::cli
