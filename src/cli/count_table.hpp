// How counts are told: an aligned table, the same in Markdown, records.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/count_sample.hpp"
#include "report/table.hpp"

namespace tilewright::cli {

class CountTable {
 public:
  enum class Form : uint8_t { aligned, markdown };
  CountTable(Form form, bool colours);

  /// What comes before a target's rows. Of Markdown only the titles: the text around the table
  /// says which target it is, and what is a model's.
  [[nodiscard]] std::string begin(const Target& target, const bench::Shape& shape,
                                  const std::vector<const Rung*>& rungs);
  [[nodiscard]] std::string line(const CountSample& sample) const;

 private:
  Form form_;
  bool colours_;
  report::Table table_;
};

/// {"tool", "shape", "kernels": [{"arch", "id", "workgroups", …, "counters"}]}
[[nodiscard]] nlohmann::ordered_json count_record(const std::vector<CountSample>& samples,
                                                  const bench::Shape& shape);

}  // namespace tilewright::cli
