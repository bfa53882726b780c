// SPDX-License-Identifier: MIT
#include "cli/whole_number.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <system_error>

namespace tilewright::cli {

CLI::Validator whole_number(uint64_t least, uint64_t most) {
  const auto check = [least, most](const std::string& text) -> std::string {
    const char* const end = text.data() + text.size();
    uint64_t value = 0;
    const auto [last, error] = std::from_chars(text.data(), end, value);
    const bool plain = text == "0" || !text.starts_with('0');
    const bool good = error == std::errc{} && last == end && plain;
    if (good && least <= value && value <= most) return {};
    return fmt::format("'{}' is not a whole number from {} to {}{}", text, least, most,
                       last == end && !plain ? ", written without leading zeros" : "");
  };
  return CLI::Validator(check, fmt::format("{} to {}", least, most));
}

CLI::Validator real_number(double least, double most) {
  const auto check = [least, most](const std::string& text) -> std::string {
    const char* const end = text.data() + text.size();
    double value = 0;
    const auto [last, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc{} && last == end && least <= value && value <= most) return {};
    return fmt::format("'{}' is not a number from {} to {}", text, least, most);
  };
  return CLI::Validator(check, fmt::format("{} to {}", least, most));
}

CLI::Option* add_threads(CLI::App& command, unsigned& threads, const std::string& description) {
  constexpr uint64_t kMost = 1024;
  return add_whole_number(command, "--threads", threads, description, 0, kMost);
}

CLI::Option* add_limit(CLI::App& command, uint64_t& instructions) {
  return add_whole_number(command, "--limit", instructions,
                          "Instructions after which a wave is called endless", 1,
                          std::numeric_limits<uint64_t>::max());
}

CLI::Option* add_seed(CLI::App& command, uint64_t& seed) {
  return add_whole_number(command, "--seed", seed, "Of the data", 0,
                          std::numeric_limits<uint64_t>::max());
}

}  // namespace tilewright::cli
