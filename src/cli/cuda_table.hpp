// The table of a measured ladder: one section per shape and types, a line per rung as it is done.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "bench/fair_ladder.hpp"
#include "report/table.hpp"

namespace tilewright::cli {

class FairTable {
 public:
  FairTable(const bench::FairLadderRequest& request, bool colours)
      : request_(request), colours_(colours) {}

  [[nodiscard]] std::string begin(const bench::FairRun& run);
  [[nodiscard]] std::string line(const bench::FairRun& run, const bench::FairRung& rung) const;
  /// The reference's line, then what the lines could not say.
  [[nodiscard]] std::string end(const bench::FairRun& run) const;
  /// What the columns mean.
  [[nodiscard]] std::string legend() const;

 private:
  const bench::FairLadderRequest& request_;
  bool colours_;
  std::optional<report::Table> table_;
};

}  // namespace tilewright::cli
