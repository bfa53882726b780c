// Measured ladders as JSON, schema version 1: the fields of ladder_record.hpp, and what only a real
// GPU has.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "bench/fair_ladder.hpp"

namespace tilewright::cli {

[[nodiscard]] nlohmann::ordered_json fair_record(const std::vector<bench::FairRun>& runs,
                                                 const bench::FairLadderRequest& request);

}  // namespace tilewright::cli
