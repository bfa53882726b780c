// SPDX-License-Identifier: MIT
#include "emu/wmma/sparse.hpp"

#include <array>

#include "emu/wmma/element.hpp"
#include "emu/wmma/forms.hpp"
#include "emu/wmma/layout.hpp"

namespace tilewright::emu::wmma {
namespace {

/// Elements of A in one lane; B has twice as many.
constexpr int lane_elements = 8;

uint32_t byte_of(const Row* rows, int lane, int element) {
  return rows[element / 4].lane[lane] >> (element % 4 * 8) & 0xffu;
}

}  // namespace

void swmmac_f32_16x16x32(Form form, const SparseOperands& operands, Policy policy) {
  const ChainRules rules = chain_rules(Family::gfx12, form, policy, false);
  std::array<std::array<uint32_t, tile>, tile> results;
  for (int i = 0; i < tile; ++i) {
    for (int j = 0; j < tile; ++j) {
      std::array<uint32_t, 2 * lane_elements> a;
      std::array<uint32_t, 2 * lane_elements> b;
      for (int half = 0; half < 2; ++half) {
        const int a_lane = i + 16 * half;
        const uint32_t indices = operands.index->lane[a_lane] >> (16 * operands.index_key);
        for (int e = 0; e < lane_elements; ++e) {
          // Elements 2n and 2n + 1 of A are two of the four elements 4n to 4n + 3.
          const int partner = e / 2 * 4 + static_cast<int>(indices >> (2 * e) & 3u);
          a[half * lane_elements + e] = byte_of(operands.a, a_lane, e);
          b[half * lane_elements + e] = byte_of(operands.b, j + 16 * half, partner);
        }
      }
      const Place place = result_place(Family::gfx12, WaveSize::w32, false, i, j);
      results[i][j] = float_element(rules, a, b, operands.d[place.vgpr].lane[place.lane]);
    }
  }
  for (int i = 0; i < tile; ++i) {
    for (int j = 0; j < tile; ++j) {
      const Place place = result_place(Family::gfx12, WaveSize::w32, false, i, j);
      operands.d[place.vgpr].lane[place.lane] = results[i][j];
    }
  }
}

}  // namespace tilewright::emu::wmma
