// How many clocks LDS needs for an instruction: a model. There are 32 banks of 4 bytes; lanes that
// read one dword share it, different dwords of one bank take turns. How a wave's 64- and 128-bit
// accesses are divided into phases is published for no RDNA, so the grouping is a parameter.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "emu/wmma/row.hpp"

namespace tilewright::emu::count {

inline constexpr unsigned kBanks = 32;

/// Consecutive lanes that are served together, by bytes per lane.
struct Phases {
  unsigned upto4 = 32;
  unsigned b64 = 16;
  unsigned wider = 8;
  [[nodiscard]] constexpr unsigned lanes(unsigned bytes) const {
    return bytes <= 4 ? upto4 : bytes <= 8 ? b64 : wider;
  }
};

struct LdsClocks {
  uint32_t needed = 0;     ///< phases, if nothing conflicts
  uint32_t conflicts = 0;  ///< clocks beyond that
};
/// `address`: kLanes byte offsets. `bytes`: 1 to 32.
[[nodiscard]] LdsClocks lds_clocks(const uint64_t* address, uint32_t lanes, unsigned bytes,
                                   const Phases& phases = {});

/// Different lines that an instruction touches: aligned blocks of so many bytes.
struct Lines {
  uint32_t of32 = 0;
  uint32_t of64 = 0;
  uint32_t of128 = 0;
};
/// `address`: kLanes addresses of `bytes`, 1 to 32.
[[nodiscard]] Lines touched_lines(const uint64_t* address, uint32_t lanes, unsigned bytes);

}  // namespace tilewright::emu::count
