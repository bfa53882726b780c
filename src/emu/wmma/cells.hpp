// The matrices in an instruction's registers, an element at a time.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "emu/wmma/forms.hpp"
#include "emu/wmma/layout.hpp"
#include "emu/wmma/modifiers.hpp"

namespace tilewright::emu::wmma {

inline constexpr int max_depth = 32;

/// Modifiers are applied: what comes out are the codes that the arithmetic sees.
class Cells {
 public:
  Cells(Family family, Form form, WaveSize wave, const Operands& operands)
      : family_(family), form_(form), wave_(wave), operands_(&operands) {
    if (!is_integer(form)) {
      a_flips_ = factor_sign_flips(operands, 0);
      b_flips_ = factor_sign_flips(operands, 1);
      c_modifiers_ = accumulator_modifiers(operands, is_packed(form));
    }
  }

  [[nodiscard]] uint32_t a(int i, int k) const { return factor(operands_->a, a_flips_, i, k); }
  [[nodiscard]] uint32_t b(int j, int k) const { return factor(operands_->b, b_flips_, j, k); }

  /// Row i of A, column j of B: the factors of a float form in the order of addition.
  [[nodiscard]] std::array<uint32_t, tile> a_in_order(int i) const {
    return in_order(operands_->a, a_flips_, i);
  }
  [[nodiscard]] std::array<uint32_t, tile> b_in_order(int j) const {
    return in_order(operands_->b, b_flips_, j);
  }

  [[nodiscard]] uint32_t c(int i, int j) const {
    const Place place = result(i, j);
    const uint32_t word = operands_->c_stride == 0 ? operands_->c->lane[place.lane % 32]
                                                   : word_at(operands_->c, place);
    return c_modifiers_.apply(word) >> place.bit & mask();
  }

  void set_d(int i, int j, uint32_t value) const {
    const Place place = result(i, j);
    uint32_t& word = word_at(operands_->d, place);
    word = (word & ~(mask() << place.bit)) | value << place.bit;
  }

 private:
  /// `R` is Row or const Row.
  template <class R>
  auto word_at(R* rows, const Place& place) const -> decltype((rows->lane[0])) {
    const int rows_per_vgpr = wave_ == WaveSize::w32 ? 1 : 2;
    return rows[place.vgpr * rows_per_vgpr + place.lane / 32].lane[place.lane % 32];
  }

  [[nodiscard]] uint32_t factor(const Row* rows, uint32_t flips, int row, int k) const {
    const int width = factor_width(form_);
    const Place place = factor_place(family_, wave_, width, depth_of(form_), row, k);
    return (word_at(rows, place) ^ flips) >> place.bit & ((1u << width) - 1);
  }

  [[nodiscard]] std::array<uint32_t, tile> in_order(const Row* rows, uint32_t flips,
                                                    int row) const {
    std::array<uint32_t, tile> codes;
    for (int q = 0; q < tile; ++q) {
      codes[q] =
          factor(rows, flips, row, accumulation_position(family_, wave_, factor_width(form_), q));
    }
    return codes;
  }

  [[nodiscard]] Place result(int i, int j) const {
    Place place = result_place(family_, wave_, is_packed(form_), i, j);
    const bool high_half = family_ == Family::gfx11 && (operands_->op_sel & 4) != 0;
    if (is_packed(form_) && high_half) place.bit = 16;
    return place;
  }

  [[nodiscard]] uint32_t mask() const { return is_packed(form_) ? 0xffffu : ~0u; }

  Family family_;
  Form form_;
  WaveSize wave_;
  const Operands* operands_;
  uint32_t a_flips_ = 0;
  uint32_t b_flips_ = 0;
  AccumulatorModifiers c_modifiers_;
};

}  // namespace tilewright::emu::wmma
