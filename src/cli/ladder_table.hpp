// The ladder's table: one section per shape and target, a line per rung as it is done.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/ladder.hpp"
#include "report/table.hpp"

namespace tilewright::cli {

class LadderTable {
 public:
  explicit LadderTable(bool colours) : colours_(colours) {}

  /// Heading and column titles of a section.
  [[nodiscard]] std::string begin(const LadderRun& run);
  [[nodiscard]] std::string line(const LadderRung& rung) const;
  /// What the lines could not say: why a rung was refused, what is wrong with a failed one.
  [[nodiscard]] std::string notes(const LadderRun& run) const;

 private:
  bool colours_;
  std::optional<report::Table> table_;
};

/// "60 runs: 51 exact, 9 refused." and what the columns mean.
[[nodiscard]] std::string ladder_summary(const std::vector<LadderRun>& runs, double seconds,
                                         bool colours);

}  // namespace tilewright::cli
