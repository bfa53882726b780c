// How fast the reference was beside a rung of a record that has passed check_record().
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace tilewright::report {

/// In TFLOP/s, of the product that `run` is of; 0 where it has no time.
[[nodiscard]] double reference_tflops(const nlohmann::json& run, const nlohmann::json& rung);

}  // namespace tilewright::report
