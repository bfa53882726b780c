// The ladder's runs as JSON, schema version 1.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "cli/ladder.hpp"

namespace tilewright::cli {

/// The document that reports read. What is not known is null, never absent.
[[nodiscard]] nlohmann::ordered_json ladder_record(const std::vector<LadderRun>& runs,
                                                   uint64_t seed);

}  // namespace tilewright::cli
