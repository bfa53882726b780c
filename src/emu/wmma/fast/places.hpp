// Tables of the lane maps, made by the compiler: kernels index them and call nothing that other
// instruction sets' objects define as well.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/wmma/fast/simd.hpp"
#include "emu/wmma/forms.hpp"
#include "emu/wmma/layout.hpp"

namespace tilewright::emu::wmma::TW_WMMA_ISA {

/// Sixteen lanes of a register, from `lane` on, and a field of each.
struct Lanes {
  int row;
  int lane;
  int bit;
};

template <int size>
struct LaneTable {
  Lanes at[size];
};

constexpr Lanes lanes_at(WaveSize wave, const Place& place) {
  const int rows_per_vgpr = wave == WaveSize::w32 ? 1 : 2;
  return {place.vgpr * rows_per_vgpr + place.lane / 32, place.lane % 32, place.bit};
}

/// Of A or B: by position in K.
template <Family family, Form form, WaveSize wave>
inline constexpr auto factor_lanes = [] {
  LaneTable<depth_of(form)> table{};
  for (int k = 0; k < depth_of(form); ++k) {
    table.at[k] =
        lanes_at(wave, factor_place(family, wave, factor_width(form), depth_of(form), 0, k));
  }
  return table;
}();

/// Of A or B of float forms: in the order of addition.
template <Family family, Form form, WaveSize wave>
inline constexpr auto ordered_factor_lanes = [] {
  LaneTable<tile> table{};
  for (int q = 0; q < tile; ++q) {
    table.at[q] = factor_lanes<family, form, wave>.at[accumulation_position(family, wave,
                                                                            factor_width(form), q)];
  }
  return table;
}();

/// Of C and D: by row of the matrix.
template <Family family, Form form, WaveSize wave>
inline constexpr auto result_lanes = [] {
  LaneTable<tile> table{};
  for (int i = 0; i < tile; ++i) {
    table.at[i] = lanes_at(wave, result_place(family, wave, is_packed(form), i, 0));
  }
  return table;
}();

/// The words of `lanes` in registers that start at `rows`, `stride` rows apart (0 for a constant).
inline const uint32_t* words_of(const Row* rows, const Lanes& lanes, uint32_t stride = 1) {
  return &rows[static_cast<uint32_t>(lanes.row) * stride].lane[lanes.lane];
}
inline uint32_t* words_of(Row* rows, const Lanes& lanes) {
  return &rows[lanes.row].lane[lanes.lane];
}

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA
