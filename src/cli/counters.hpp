// What counters say of a kernel: the figures that explain the ladder's steps.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "device/launch_report.hpp"
#include "report/table.hpp"

namespace tilewright::cli {

/// Ratios of counters, 0 where there is nothing to divide by. LDS clocks are those of the model of
/// the banks.
struct CounterFigures {
  double instructions_per_wmma = 0;
  double loaded_bytes_per_wmma = 0;
  double lds_clocks_per_wmma = 0;  ///< without conflicts
  double lds_conflict_clocks_per_wmma = 0;
  double lds_conflict_clocks_per_access = 0;
  double barriers_per_workgroup = 0;  ///< instructions, of all its waves
};
[[nodiscard]] CounterFigures figures(const device::Counters& counters);

/// A rung and what was counted of it.
struct CountedRung {
  std::string id;
  const device::Counters* counters;
};

/// What columns of bytes are counted in: MiB, or KiB if none of the figures reaches one.
struct ByteUnit {
  const char* name;
  uint64_t bytes;
  [[nodiscard]] std::string of(uint64_t figure) const;  ///< with one decimal
};
[[nodiscard]] ByteUnit byte_unit(const std::vector<CountedRung>& rungs);

/// A table of one line per rung, with a line above that tells counted from modelled.
[[nodiscard]] std::string counters_table(const std::vector<CountedRung>& rungs, bool colours);

/// All of them in words, counted and modelled apart, within 100 columns.
[[nodiscard]] std::string counters_text(const device::Counters& counters);

/// null if nothing was counted.
[[nodiscard]] nlohmann::ordered_json counters_record(
    const std::optional<device::Counters>& counters);

}  // namespace tilewright::cli
