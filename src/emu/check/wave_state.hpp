// What the checker knows about one wave.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "emu/check/outstanding.hpp"
#include "emu/check/undefined.hpp"

namespace tilewright::emu::check {

struct WaveState {
  /// Memory operations known to be complete when a barrier was signalled, as Shadow stamps.
  struct Done {
    uint32_t lds = 0, load = 0, store = 0;
  };

  Outstanding outstanding;
  UndefinedBits undefined;
  std::vector<Done> signals;  ///< one for each barrier signal
  uint32_t waits = 0;         ///< barriers passed
  /// The instruction behind the number of a memory operation, by counter.
  std::array<std::vector<const Uop*>, kCounters> issued;
  const Site* site = nullptr;        ///< of the instruction being executed
  const Uop* last = nullptr;         ///< executed last
  const Uop* last_signal = nullptr;  ///< of a barrier
  unsigned accesses = 0;             ///< that it has made so far, its current half
  unsigned half = 0;                 ///< that made the last access
  /// Where the low half of a wave64 went, by access, while the high half executes.
  std::array<std::array<uint64_t, kLanes>, 2> low_addresses{};

  void reset(const Wave& wave) {
    outstanding.reset();
    undefined.reset(wave);
    signals.clear();
    waits = 0;
    last = last_signal = nullptr;
    for (auto& slots : issued) slots.clear();
  }
};

}  // namespace tilewright::emu::check
