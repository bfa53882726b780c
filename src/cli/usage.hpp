// Command lines that cannot be meant, told as CLI11 tells them: with the exit status for usage.
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <type_traits>
#include <utility>

#include "core/result.hpp"

namespace tilewright::cli {

/// Accepts what `parse`, a function of a std::string that returns a Result, accepts.
template <class Parse>
[[nodiscard]] CLI::Validator parsed_by(Parse parse) {
  const auto check = [parse](const std::string& text) -> std::string {
    const auto parsed = parse(text);
    return parsed ? std::string() : parsed.error().message;
  };
  return CLI::Validator(check, "");
}

/// For the callback of a command, in which options that do not go together are seen.
template <class T>
T require_usage(Result<T> sound) {
  if (!sound) throw CLI::ValidationError(sound.error().message);
  if constexpr (!std::is_void_v<T>) return std::move(*sound);
}

}  // namespace tilewright::cli
