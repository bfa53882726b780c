// What drivers and vendors say of the cards behind the targets. Nothing here changes what a kernel
// computes or how it is compiled.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "arch/targets.hpp"

namespace tilewright {

struct Card {
  int compute_units;
  int clock_mhz;         ///< boost
  int memory_clock_mhz;  ///< of the command clock, as ROCm reports it
  int memory_bus_bits;
  int memory_gib;
  int l2_mib;
  int infinity_cache_mib;
  bool integrated;  ///< in one package with the CPU
};

/// Of Target::published_gpu, from AMD's product pages; the memory of the 8060S is the system's,
/// here 64 GiB of it.
constexpr Card card_of(const Target& target) {
  const std::string_view name = target.name;
  if (name == "gfx1100") return {70, 2525, 1124, 256, 32, 6, 64, false};
  if (name == "gfx1151") return {40, 2900, 1000, 256, 64, 2, 32, true};
  return {64, 2970, 1258, 256, 16, 8, 64, false};
}

}  // namespace tilewright
