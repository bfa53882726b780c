// Measured ladders for people: tables in Markdown and a plot, from the records that
// `tilewright ladder --json` wrote. Nothing is rounded twice and nothing is left out.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace tilewright::report {

/// Whether `record` is one of `tilewright ladder --device cuda --json` of the version that is known
/// here, and has all that the functions below read, of a kind that can be meant. Errors: what is no
/// such record; the first place, as a JSON pointer, that is damaged.
[[nodiscard]] Result<void> check_record(const nlohmann::json& record);

/// The record that is the whole of `text`. Errors: no JSON; those of check_record().
[[nodiscard]] Result<nlohmann::json> parse_record(std::string_view text);

/// A section for each card of each record: where and how it was measured, then a table for each
/// product. What was measured twice is shown twice. The records have passed check_record().
[[nodiscard]] std::string measured_tables(const std::vector<nlohmann::json>& records);

struct PlottedProduct {
  std::string dtype;            ///< "fp8-bf16"
  std::string scales = "none";  ///< as ladder's --scales
  std::string shape;            ///< "8192x8192x8192"
};

/// Of the runs of `product` the one with the most rungs, the first of several, as bars: TFLOP/s by
/// rung, the reference as a line across. Errors: there is no such run (what there is); a speed that
/// no machine has. The records have passed check_record().
[[nodiscard]] Result<std::string> ladder_plot(const std::vector<nlohmann::json>& records,
                                              const PlottedProduct& product);

}  // namespace tilewright::report
