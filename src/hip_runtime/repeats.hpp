// Launches that change nothing any more. A benchmark starts one kernel a thousand times on the same
// operands; from the second time on it writes what is there already, and need not run to do so.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codeobject/code_object.hpp"
#include "device/launch_report.hpp"
#include "emu/exec/geometry.hpp"
#include "emu/memory/memory_map.hpp"

namespace tilewright::hip {

/// All that a device's kernels may touch, as it was at one time.
class Snapshot {
 public:
  void take(std::span<const emu::Allocation> memory);
  void forget() { blocks_.clear(); }
  /// Whether there are the same allocations, with the same bytes.
  [[nodiscard]] bool is(std::span<const emu::Allocation> memory) const;

 private:
  struct Block {
    uint64_t begin;
    std::vector<std::byte> bytes;
  };
  std::vector<Block> blocks_;
};

/// Of one device. A launch is a repeat if an equal one (same kernel, grid, block and arguments) was
/// run from memory that is now the same in every byte, and left it as it was. What such a launch
/// does again is known: nothing. (Its kernel may depend on the order of workgroups or on a clock;
/// then this is one of its outcomes.)
class Repeats {
 public:
  struct Launch {
    const codeobject::Kernel* kernel;
    emu::Geometry geometry;
    std::vector<std::byte> arguments;
    bool operator==(const Launch&) const = default;
  };

  /// To be asked before a launch: what was seen when it was run, or null if it must run.
  [[nodiscard]] const device::LaunchReport* find(const Launch& launch,
                                                 std::span<const emu::Allocation> memory);
  /// After a launch that ran to its end. One that did not is forgotten with all before it.
  void ended(const Launch& launch, const device::LaunchReport& report,
             std::span<const emu::Allocation> memory);
  void forget();

 private:
  struct Known {
    Launch launch;
    device::LaunchReport report;
  };
  Snapshot memory_;
  bool begun_from_it_ = false;  ///< the launch that find() was asked for last
  std::vector<Known> known_;    ///< that leave memory_ as it is
};

}  // namespace tilewright::hip
