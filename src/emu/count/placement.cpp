// SPDX-License-Identifier: MIT
#include "emu/count/placement.hpp"

#include <algorithm>
#include <iterator>

#include "emu/count/cache.hpp"

namespace tilewright::emu::count {

Placement::Placement(std::span<const Allocation> made) {
  std::vector<const Allocation*> in_order;
  for (const bool writable : {true, false}) {
    for (const Allocation& each : made) {
      if (each.writable == writable) in_order.push_back(&each);
    }
  }
  uint64_t next = kAllocationAlign;
  for (const Allocation* each : in_order) {
    // A block that begins within a line begins within a line of the model as well.
    const uint64_t within = each->begin % kLineBytes;
    const uint64_t at = next + within;
    ranges_.push_back({each->begin, each->end, at - each->begin});
    const uint64_t end = at + (each->end - each->begin);
    next = (end + kAllocationAlign - 1) / kAllocationAlign * kAllocationAlign;
  }
  std::ranges::sort(ranges_, {}, &Range::begin);
}

Placement::Range Placement::range_of(uint64_t address) const {
  const auto after = std::ranges::upper_bound(ranges_, address, {}, &Range::begin);
  if (after != ranges_.begin() && std::prev(after)->holds(address)) return *std::prev(after);
  return {address, address + 1, 0};
}

}  // namespace tilewright::emu::count
