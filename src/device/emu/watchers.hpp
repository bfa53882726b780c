// The watchers of one launch: strict mode, counters, or both.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "device/launch_report.hpp"
#include "emu/check/checker.hpp"
#include "emu/count/placement.hpp"
#include "emu/count/tally.hpp"
#include "emu/exec/geometry.hpp"

namespace tilewright::device {

class Watchers {
 public:
  struct Wanted {
    bool strict = false;
    bool counters = false;
    [[nodiscard]] bool any() const { return strict || counters; }
  };
  /// `made`: the allocations of the device in the order in which they were made.
  Watchers(Wanted wanted, const std::string& arch, const emu::Program& program,
           const codeobject::Kernel& kernel, const emu::Geometry& geometry,
           std::span<const emu::Allocation> made, emu::check::DefinedBytes& defined);

  /// For one more worker. Lives as long as this.
  [[nodiscard]] emu::Observer* add_worker();
  /// After the launch. `map` is the device's memory.
  [[nodiscard]] LaunchReport report(const emu::MemoryMap& map);

 private:
  struct Worker;
  Wanted wanted_;
  const emu::Program& program_;
  const codeobject::Kernel& kernel_;
  const emu::Geometry& geometry_;
  emu::check::GlobalShadow shadow_;
  emu::count::MemorySystem system_;
  emu::count::Placement placement_;
  std::optional<emu::count::Traffic> traffic_;  ///< if counters are wanted
  std::vector<std::shared_ptr<Worker>> workers_;
};

}  // namespace tilewright::device
