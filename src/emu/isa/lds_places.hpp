// Where the lanes of an LDS instruction read or write. Internal linkage for the reason given in
// lanes.hpp.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/isa/vector_memory.hpp"

namespace tilewright::emu {
namespace {

/// Finds the lanes' bytes: address VGPR + `offset`, which wraps at 32 bits. Compilers rely on that
/// from GFX7 on: they write s[127 - i] as -4 * i with the offset 508.
inline void locate_lds(Wave& w, const Uop& u, uint32_t offset, const Intent& intent,
                       Places& places) {
  const Row& base = w.vgpr[u.src[0].index];
  const uint32_t active = w.exec();
  places.active = active;
  const auto memory = w.group->lds;
  const auto start = reinterpret_cast<uint64_t>(memory.data());
  uint32_t largest = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const uint32_t at = (active >> lane & 1) != 0 ? base.lane[lane] + offset : 0;
    largest = at > largest ? at : largest;
    places.lane[lane] = start + at;
  }
  if (uint64_t{largest} + intent.bytes > memory.size() && active != 0) {
    for (uint32_t left = active; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(left));
      const uint32_t at = base.lane[lane] + offset;
      (void)lds(w, at, intent.bytes, static_cast<int>(lane), intent.write);
    }
  }
  if (w.observer != nullptr) {
    uint64_t offsets[kLanes];
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const uint32_t at = base.lane[lane] + offset;
      offsets[lane] = at;
    }
    report(w, u, intent, active, offsets);
  }
}

}  // namespace
}  // namespace tilewright::emu
