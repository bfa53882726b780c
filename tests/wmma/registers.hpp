// Registers for tests: filled with matrices, uniform words or random ones.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "emu/wmma/forms.hpp"
#include "emu/wmma/layout.hpp"
#include "emu/wmma/wmma.hpp"

namespace tilewright::emu::wmma {

/// The operands of one instruction, each with room for the largest form.
struct Machine {
  std::array<Row, 16> a{};
  std::array<Row, 16> b{};
  std::array<Row, 16> c{};
  std::array<Row, 16> d{};

  [[nodiscard]] Operands operands() {
    Operands operands;
    operands.a = a.data();
    operands.b = b.data();
    operands.c = c.data();
    operands.d = d.data();
    return operands;
  }
};

[[nodiscard]] inline uint32_t& lane_word(Row* rows, WaveSize wave, const Place& place) {
  return rows[place.vgpr * (wave == WaveSize::w32 ? 1 : 2) + place.lane / 32].lane[place.lane % 32];
}

/// An instruction and the places of its elements.
struct Instruction {
  Family family;
  Form form;
  WaveSize wave;

  using Element = std::function<uint32_t(int, int)>;

  /// Fills A (or B, where the first index is the column) with value(row, k), copies included.
  void set_factors(Row* rows, const Element& value) const {
    const int width = factor_width(form);
    const uint32_t mask = (1u << width) - 1;
    const int copies = family == Family::gfx11 ? (wave == WaveSize::w32 ? 2 : 4) : 1;
    for (int row = 0; row < tile; ++row) {
      for (int k = 0; k < depth_of(form); ++k) {
        Place place = factor_place(family, wave, width, depth_of(form), row, k);
        for (int copy = 0; copy < copies; ++copy) {
          uint32_t& word = lane_word(rows, wave, place);
          word = (word & ~(mask << place.bit)) | value(row, k) << place.bit;
          place.lane += tile;
        }
      }
    }
  }

  void set_accumulators(Row* rows, const Element& value) const {
    const uint32_t mask = is_packed(form) ? 0xffffu : ~0u;
    for (int i = 0; i < tile; ++i) {
      for (int j = 0; j < tile; ++j) {
        const Place place = result_place(family, wave, is_packed(form), i, j);
        uint32_t& word = lane_word(rows, wave, place);
        word = (word & ~(mask << place.bit)) | value(i, j) << place.bit;
      }
    }
  }

  [[nodiscard]] uint32_t result(Row* rows, int i, int j) const {
    const Place place = result_place(family, wave, is_packed(form), i, j);
    return lane_word(rows, wave, place) >> place.bit & (is_packed(form) ? 0xffffu : ~0u);
  }
};

}  // namespace tilewright::emu::wmma
