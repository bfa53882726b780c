// One vector register of a wave32: 32 lanes of 32 bits, the unit that every lane-wise operation of
// the software GPU works on. The matrix library takes a wave64 register as two consecutive rows,
// lanes 0-31 then lanes 32-63, so that VGPR r of a wave64 is rows 2r and 2r+1.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright::emu {

inline constexpr unsigned kLanes = 32;

enum class WaveSize : uint8_t { w32, w64 };
[[nodiscard]] constexpr unsigned lanes_of(WaveSize size) {
  return size == WaveSize::w64 ? 2 * kLanes : kLanes;
}

struct alignas(64) Row {
  uint32_t lane[kLanes];
};
static_assert(sizeof(Row) == 128);

}  // namespace tilewright::emu
