// Where the elements of a matrix instruction lie in its registers, and in which order they are
// added. All maps are constexpr and have no other source: loads and stores of every implementation,
// the helpers that pack matrices and the tests read them here.
//
// K is counted by position: lane group first, then register, then field, as software that loads
// contiguous K per lane counts. A and B use the same count, so a product does not depend on it.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/wmma/factor.hpp"
#include "emu/wmma/step.hpp"

namespace tilewright::emu::wmma {

inline constexpr int tile = 16;

/// A field of a register: bits [bit, bit + width) of a lane.
struct Place {
  int vgpr = 0;
  int lane = 0;  ///< 0 to 31, or 63 in wave64
  int bit = 0;
};

/// Lane groups of 16 that hold different K; gfx11 keeps copies in all groups.
[[nodiscard]] constexpr int lane_groups(Family family, WaveSize wave) {
  if (family == Family::gfx11) return 1;
  return wave == WaveSize::w32 ? 2 : 4;
}

/// Place of element (row, k) of A, or of (k, column) of B with `row` naming the column. `width` is
/// the element's bits, `depth` the instruction's K.
///
/// 8- and 4-bit elements of wave64 on gfx12 continue from lane group 0 in group 2 (lanes 32-47),
/// the place of wave32's second register, and the 16x16x16 IU4 form, too small for 64 lanes, uses
/// lanes 0-31 only.
[[nodiscard]] constexpr Place factor_place(Family family, WaveSize wave, int width, int depth,
                                           int row, int k) {
  const int per_register = 32 / width;
  int groups = lane_groups(family, wave);
  if (width == 4 && depth == 16 && groups == 4) groups = 2;
  const int per_group = depth / groups;
  int group = k / per_group;
  if (width != 16 && groups == 4) group = (group % 2) * 2 + group / 2;
  const int within = k % per_group;
  return {within / per_register, row + 16 * group, within % per_register * width};
}

/// Place of element (i, j) of C and D. `packed` is for 16-bit elements; on gfx11 those lie in the
/// half that OP_SEL[2] selects, here half 0.
[[nodiscard]] constexpr Place result_place(Family family, WaveSize wave, bool packed, int i,
                                           int j) {
  if (family == Family::gfx11) {
    const int groups = wave == WaveSize::w32 ? 2 : 4;
    return {i / groups, j + 16 * (i % groups), 0};
  }
  int vgpr = i % 8;
  int group = i / 8;
  if (wave == WaveSize::w64) {
    group += 2 * (vgpr / 4);
    vgpr %= 4;
  }
  return packed ? Place{vgpr / 2, j + 16 * group, vgpr % 2 * 16} : Place{vgpr, j + 16 * group, 0};
}

/// The position in K of the q-th product that a float form adds. gfx12 adds 16-bit factors in steps
/// of four, each a pair of registers of one lane group, alternating between the groups of a wave32:
/// positions 0-3, 8-11, 4-7, 12-15. Everything else goes in order.
[[nodiscard]] constexpr int accumulation_position(Family family, WaveSize wave, int width, int q) {
  if (family == Family::gfx11 || width != 16 || wave == WaveSize::w64) return q;
  const int step = q / 4;
  return step % 2 * 8 + step / 2 * 4 + q % 4;
}

}  // namespace tilewright::emu::wmma
