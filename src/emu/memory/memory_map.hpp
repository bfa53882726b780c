// The registered allocations of a device. Device addresses are host addresses, so a checked access
// is one look-up and one copy. A launch works on a map that does not change while it runs.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tilewright::emu {

struct Allocation {
  uint64_t begin = 0;
  uint64_t end = 0;  ///< one past the last byte
  bool writable = true;
  std::string name;  ///< what a report calls it: "A", "C", "code of rung8.co"
};

class MemoryMap {
 public:
  /// Allocations must not overlap. Pointers that find() returned are invalid afterwards.
  void add(Allocation allocation);
  /// Removes the allocation that begins at `begin`; nothing happens if there is none.
  void remove(uint64_t begin);

  /// The allocation that holds all of [address, address + bytes), or null.
  [[nodiscard]] const Allocation* find(uint64_t address, uint64_t bytes) const noexcept;

  /// Where [address, address + bytes) lies relative to the nearest allocation:
  /// "12 bytes past the end of C [0x…, 0x…)", "no allocation is near".
  [[nodiscard]] std::string describe(uint64_t address, uint64_t bytes = 1) const;

 private:
  /// The last allocation that begins at or before `address`, or end().
  [[nodiscard]] std::vector<Allocation>::const_iterator at_or_before(
      uint64_t address) const noexcept;

  std::vector<Allocation> sorted_;
};

}  // namespace tilewright::emu
