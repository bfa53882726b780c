// Where the cache model sees memory. The host places allocations differently in every run, and the
// sets of a cache depend on addresses: the model gives them addresses of its own.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emu/memory/memory_map.hpp"

namespace tilewright::emu::count {

/// Allocations side by side in the order in which they were made, each from the next multiple of
/// kAllocationAlign: those a kernel may write (buffers) first, so that the code that is loaded
/// moves none of them. The same allocations have the same places in every run.
class Placement {
 public:
  static constexpr uint64_t kAllocationAlign = uint64_t{2} << 20;

  struct Range {
    uint64_t begin = 0;
    uint64_t end = 0;
    uint64_t shift = 0;  ///< from the host's address to the model's, modulo 2^64

    [[nodiscard]] bool holds(uint64_t address) const { return address >= begin && address < end; }
    [[nodiscard]] uint64_t modelled(uint64_t address) const { return address + shift; }
  };

  /// `made`: the allocations in the order in which they were made.
  explicit Placement(std::span<const Allocation> made);

  /// The allocation that holds `address`. An access that was made lies in one; elsewhere the host's
  /// address stands for itself.
  [[nodiscard]] Range range_of(uint64_t address) const;

 private:
  std::vector<Range> ranges_;  ///< by ascending begin
};

}  // namespace tilewright::emu::count
