// What a program's processes have left in the record: their launches, summed up by kernel.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/result.hpp"
#include "device/launch_report.hpp"

namespace tilewright::cli {

struct KernelSum {
  uint64_t launches = 0;
  uint64_t repeats = 0;                           ///< of the launches: those that were not run
  uint64_t nanoseconds = 0;                       ///< of the emulation
  std::map<std::string, uint64_t> counters = {};  ///< empty if nothing was counted
};

struct EmuRecord {
  /// By target and kernel, in the order of their first launch.
  std::vector<std::pair<std::pair<std::string, std::string>, KernelSum>> kernels;
  std::vector<device::LaunchRecord> launches;  ///< for the trace
  std::set<int64_t> processes;
  std::vector<std::string> errors;  ///< reports of kernels that were stopped
  uint64_t findings = 0;            ///< of strict mode
  uint64_t leaks = 0, leaked_bytes = 0;

  [[nodiscard]] KernelSum total() const;
};

/// Errors: a line that is none of ours.
[[nodiscard]] Result<EmuRecord> read_emu_record(const std::string& file);

/// Whether the command fails though the program did not: a kernel was stopped or something was
/// found; with `strict`, also if memory was never freed.
[[nodiscard]] bool went_wrong(const EmuRecord& record, bool strict);

/// A table of at most 100 columns, ended by a newline.
[[nodiscard]] std::string emu_summary(const EmuRecord& record, bool colours);
[[nodiscard]] nlohmann::ordered_json emu_json(const EmuRecord& record);

}  // namespace tilewright::cli
