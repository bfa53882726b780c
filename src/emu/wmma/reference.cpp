// SPDX-License-Identifier: MIT
#include "emu/wmma/reference.hpp"

#include <array>
#include <utility>

#include "emu/wmma/cells.hpp"
#include "emu/wmma/element.hpp"

namespace tilewright::emu::wmma {
namespace {

std::array<uint32_t, max_depth> by_depth(const Cells& cells, Form form, int row, bool of_b) {
  std::array<uint32_t, max_depth> codes{};
  for (int k = 0; k < depth_of(form); ++k) codes[k] = of_b ? cells.b(row, k) : cells.a(row, k);
  return codes;
}

template <Family family, Form form, WaveSize wave, Policy policy>
void reference(const Operands& operands) {
  const Cells cells(family, form, wave, operands);
  // D may overlap the sources: nothing is written before all is read.
  std::array<std::array<uint32_t, tile>, tile> results;
  for (int i = 0; i < tile; ++i) {
    for (int j = 0; j < tile; ++j) {
      if constexpr (is_integer(form)) {
        const IntegerRules rules{family, factor_width(form), (operands.neg_lo & 1) != 0,
                                 (operands.neg_lo & 2) != 0, operands.clamp};
        const auto a = by_depth(cells, form, i, false);
        const auto b = by_depth(cells, form, j, true);
        results[i][j] = integer_element(rules, std::span(a).first(depth_of(form)),
                                        std::span(b).first(depth_of(form)), cells.c(i, j));
      } else {
        const ChainRules rules = chain_rules(family, form, policy, operands.fp16_ovfl);
        results[i][j] =
            float_element(rules, cells.a_in_order(i), cells.b_in_order(j), cells.c(i, j));
      }
    }
  }
  for (int i = 0; i < tile; ++i) {
    for (int j = 0; j < tile; ++j) cells.set_d(i, j, results[i][j]);
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
