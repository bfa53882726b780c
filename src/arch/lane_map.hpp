// What a WMMA instruction's registers hold, as questions any lane map can be asked. The maps are in
// rdna3.hpp and rdna4.hpp; kernels, checks and reports all read those, so a map is proved here, at
// compile time, before anything is built on it.
// SPDX-License-Identifier: MIT
#pragma once

namespace tilewright {

/// WMMA multiplies 16x16 by 16x16: the edge of its output tile, and its step along K.
inline constexpr int wmma_tile = 16;
/// Lanes of a wave32, the only wave size used here.
inline constexpr int wave_size = 32;

enum class Operand : unsigned char { a, b };

/// The row of C, within the 16x16 tile, of a lane's result `i`.
template <class Map>
constexpr int result_row(int lane, int i) {
  return Map::first_result_row(lane) + i * Map::result_row_step;
}

/// Every cell of the 16x16 result belongs to exactly one (lane, result) pair.
template <class Map>
consteval bool owns_each_cell_once() {
  int owners[wmma_tile][wmma_tile] = {};
  for (int lane = 0; lane < wave_size; ++lane) {
    for (int i = 0; i < Map::results; ++i) {
      ++owners[result_row<Map>(lane, i)][Map::result_column(lane)];
    }
  }
  for (const auto& row : owners) {
    for (const int count : row) {
      if (count != 1) return false;
    }
  }
  return true;
}

/// The fragments of an operand hold every (row, k) of the 16x16 tile, each the same number of
/// times: once on RDNA 4, twice on RDNA 3, whose lane halves carry copies.
template <class Map, Operand operand>
consteval bool holds_each_input_evenly() {
  int copies[wmma_tile][wmma_tile] = {};
  for (int lane = 0; lane < wave_size; ++lane) {
    for (int i = 0; i < Map::fragment_elems; ++i) {
      ++copies[Map::template fragment_row<operand>(lane)]
              [Map::template k_offset<operand>(lane) + i];
    }
  }
  for (const auto& row : copies) {
    for (const int count : row) {
      if (count != copies[0][0]) return false;
    }
  }
  return copies[0][0] > 0;
}

/// Each result lies in an accumulator element of its own.
template <class Map>
consteval bool elements_are_distinct() {
  for (int i = 0; i < Map::results; ++i) {
    if (Map::element(i) >= Map::accumulator_elems) return false;
    for (int j = 0; j < i; ++j) {
      if (Map::element(i) == Map::element(j)) return false;
    }
  }
  return true;
}

template <class Map>
consteval bool is_sound_lane_map() {
  return owns_each_cell_once<Map>() && holds_each_input_evenly<Map, Operand::a>() &&
         holds_each_input_evenly<Map, Operand::b>() && elements_are_distinct<Map>();
}

}  // namespace tilewright
