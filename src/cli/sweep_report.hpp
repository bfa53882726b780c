// A sweep as a table and as a record.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "sweep/enumerate.hpp"

namespace tilewright::cli {

[[nodiscard]] std::string sweep_table(std::span<const sweep::Entry> entries, bool compiled,
                                      bool colours);
[[nodiscard]] nlohmann::ordered_json sweep_record(std::span<const sweep::Entry> entries);

}  // namespace tilewright::cli
