// SPDX-License-Identifier: MIT
#include "emu/wmma/reference.hpp"

#include <array>
#include <utility>

#include "emu/wmma/element.hpp"
#include "emu/wmma/forms.hpp"
#include "emu/wmma/layout.hpp"
#include "emu/wmma/modifiers.hpp"

namespace tilewright::emu::wmma {
namespace {

constexpr int max_depth = 32;
/// codes[row][k]: an operand as a matrix of raw fields; of B, `row` is the column.
using Codes = std::array<std::array<uint32_t, max_depth>, tile>;

const uint32_t& word(const Row* rows, WaveSize wave, const Place& place) {
  const int rows_per_vgpr = wave == WaveSize::w32 ? 1 : 2;
  return rows[place.vgpr * rows_per_vgpr + place.lane / 32].lane[place.lane % 32];
}

Codes read_factors(Family family, Form form, WaveSize wave, const Row* rows, uint32_t flips) {
  const int width = factor_width(form);
  const uint32_t mask = (1u << width) - 1;
  Codes codes{};
  for (int row = 0; row < tile; ++row) {
    for (int k = 0; k < depth_of(form); ++k) {
      const Place place = factor_place(family, wave, width, depth_of(form), row, k);
      codes[row][k] = (word(rows, wave, place) ^ flips) >> place.bit & mask;
    }
  }
  return codes;
}

/// Float codes in the order in which their products are added.
std::array<uint32_t, tile> in_order_of_addition(Family family, Form form, WaveSize wave,
                                                const std::array<uint32_t, max_depth>& codes) {
  std::array<uint32_t, tile> ordered;
  for (int q = 0; q < tile; ++q) {
    ordered[q] = codes[accumulation_position(family, wave, factor_width(form), q)];
  }
  return ordered;
}

Place c_place(Family family, Form form, WaveSize wave, uint8_t op_sel, int i, int j) {
  const bool packed = is_packed(form);
  Place place = result_place(family, wave, packed, i, j);
  if (family == Family::gfx11 && packed && (op_sel & 4) != 0) place.bit = 16;
  return place;
}

template <Family family, Form form, WaveSize wave, Policy policy>
void reference(const Operands& operands) {
  const bool integer = is_integer(form);
  const uint32_t a_flips = integer ? 0 : factor_sign_flips(operands, 0);
  const uint32_t b_flips = integer ? 0 : factor_sign_flips(operands, 1);
  const Codes a = read_factors(family, form, wave, operands.a, a_flips);
  const Codes b = read_factors(family, form, wave, operands.b, b_flips);
  const AccumulatorModifiers c_modifiers =
      integer ? AccumulatorModifiers{} : accumulator_modifiers(operands, is_packed(form));
  const uint32_t c_mask = is_packed(form) ? 0xffffu : ~0u;

  std::array<std::array<uint32_t, tile>, tile> results;
  for (int i = 0; i < tile; ++i) {
    for (int j = 0; j < tile; ++j) {
      const Place place = c_place(family, form, wave, operands.op_sel, i, j);
      const Row* c_rows = operands.c;
      const uint32_t c_word =
          operands.c_stride == 0 ? c_rows->lane[place.lane % 32] : word(c_rows, wave, place);
      const uint32_t c = c_modifiers.apply(c_word) >> place.bit & c_mask;
      if constexpr (is_integer(form)) {
        const IntegerRules rules{family, factor_width(form), (operands.neg_lo & 1) != 0,
                                 (operands.neg_lo & 2) != 0, operands.clamp};
        results[i][j] = integer_element(rules, std::span(a[i]).first(depth_of(form)),
                                        std::span(b[j]).first(depth_of(form)), c);
      } else {
        const ChainRules rules = chain_rules(family, form, policy, operands.fp16_ovfl);
        const auto a_codes = in_order_of_addition(family, form, wave, a[i]);
        const auto b_codes = in_order_of_addition(family, form, wave, b[j]);
        results[i][j] = float_element(rules, a_codes, b_codes, c);
      }
    }
  }

  for (int i = 0; i < tile; ++i) {
    for (int j = 0; j < tile; ++j) {
      const Place place = c_place(family, form, wave, operands.op_sel, i, j);
      auto& d = const_cast<uint32_t&>(word(operands.d, wave, place));
      d = (d & ~(c_mask << place.bit)) | results[i][j] << place.bit;
    }
  }
}

template <Family family, Form form, WaveSize wave>
WmmaFunction of_policy(Policy policy) {
  // Integer forms are exact, and 16-bit factors have no hypotheses.
  if constexpr (is_integer(form)) {
    return &reference<family, form, wave, Policy::silicon>;
  } else if constexpr (!is_fp8(form)) {
    return policy == Policy::ieee ? &reference<family, form, wave, Policy::ieee>
                                  : &reference<family, form, wave, Policy::silicon>;
  } else {
    switch (policy) {
      case Policy::silicon:
        return &reference<family, form, wave, Policy::silicon>;
      case Policy::ieee:
        return &reference<family, form, wave, Policy::ieee>;
      case Policy::fp8_h2:
        return &reference<family, form, wave, Policy::fp8_h2>;
      case Policy::fp8_h3:
        return &reference<family, form, wave, Policy::fp8_h3>;
      case Policy::fp8_h4:
        return &reference<family, form, wave, Policy::fp8_h4>;
      case Policy::fp8_h5:
        return &reference<family, form, wave, Policy::fp8_h5>;
    }
    return nullptr;
  }
}

template <Family family, WaveSize wave, size_t... forms>
WmmaFunction of_form(Form form, Policy policy, std::index_sequence<forms...>) {
  WmmaFunction function = nullptr;
  const auto consider = [&]<Form candidate>() {
    if constexpr (exists(family, candidate)) {
      if (form == candidate) function = of_policy<family, candidate, wave>(policy);
    }
  };
  (consider.template operator()<static_cast<Form>(forms)>(), ...);
  return function;
}

}  // namespace

WmmaFunction reference_function(Family family, Form form, WaveSize wave, Policy policy) {
  constexpr std::make_index_sequence<form_count> forms;
  if (family == Family::gfx11) {
    return wave == WaveSize::w32 ? of_form<Family::gfx11, WaveSize::w32>(form, policy, forms)
                                 : of_form<Family::gfx11, WaveSize::w64>(form, policy, forms);
  }
  return wave == WaveSize::w32 ? of_form<Family::gfx12, WaveSize::w32>(form, policy, forms)
                               : of_form<Family::gfx12, WaveSize::w64>(form, policy, forms);
}

}  // namespace tilewright::emu::wmma
