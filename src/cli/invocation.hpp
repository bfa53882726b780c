// How this program was called, for records that others must be able to repeat.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilewright::cli {

/// "0.1.0"
[[nodiscard]] std::string_view version();

/// Called once by main().
void remember_command_line(int argc, char** argv);

/// What main() was given, without the program's own name.
[[nodiscard]] const std::vector<std::string>& command_line();

/// {"version", "command", "seed"}; the seed is null where none plays a part.
[[nodiscard]] nlohmann::ordered_json tool_record(std::optional<uint64_t> seed);

}  // namespace tilewright::cli
