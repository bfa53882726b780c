// One vector register of a wave32: 32 lanes of 32 bits, the unit that every lane-wise operation of
// the software GPU works on. A wave64 register is two consecutive rows (low lanes, high lanes).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright::emu {

inline constexpr unsigned kLanes = 32;

struct alignas(64) Row {
  uint32_t lane[kLanes];
};

}  // namespace tilewright::emu
