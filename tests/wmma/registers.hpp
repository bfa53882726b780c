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

/// An instruction, and its operands by element.
class Instruction {
 public:
  Family family;
  Form form;
  WaveSize wave;

  using Element = std::function<uint32_t(int, int)>;

  /// A's element (row, k), or B's (k, row).
  [[nodiscard]] uint32_t factor(const Row* rows, int row, int k) const {
    const Place place = place_of(row, k);
    return lane_word(const_cast<Row*>(rows), wave, place) >> place.bit & factor_mask();
  }

  /// With its copies in the other lane groups.
  void set_factor(Row* rows, int row, int k, uint32_t value) const {
    Place place = place_of(row, k);
    const int copies = family == Family::gfx12 ? 1 : (wave == WaveSize::w32 ? 2 : 4);
    for (int copy = 0; copy < copies; ++copy, place.lane += tile) {
      uint32_t& word = lane_word(rows, wave, place);
      word = (word & ~(factor_mask() << place.bit)) | value << place.bit;
    }
  }

  void set_factors(Row* rows, const Element& value) const {
    for (int row = 0; row < tile; ++row) {
      for (int k = 0; k < depth_of(form); ++k) set_factor(rows, row, k, value(row, k));
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

 private:
  [[nodiscard]] Place place_of(int row, int k) const {
    return factor_place(family, wave, factor_width(form), depth_of(form), row, k);
  }
  [[nodiscard]] uint32_t factor_mask() const { return (1u << factor_width(form)) - 1; }
};

}  // namespace tilewright::emu::wmma
