// Our kernels and the vendor's, side by side: as text, and as the `reference` object of a record.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/ladder.hpp"

namespace tilewright::cli {

/// A heading, a line for each rung and one for the library, what its C was like. "" if the run had
/// no reference.
[[nodiscard]] std::string beside_text(const LadderRun& run, bool colours);

/// null if the run had no reference.
[[nodiscard]] nlohmann::ordered_json beside_record(const LadderRun& run, const LadderRung& at);

}  // namespace tilewright::cli
