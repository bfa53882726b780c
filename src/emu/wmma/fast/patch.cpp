// SPDX-License-Identifier: MIT
#include "emu/wmma/fast/patch.hpp"

#include <array>
#include <bit>

#include "core/half.hpp"
#include "emu/wmma/cells.hpp"
#include "emu/wmma/element.hpp"

namespace tilewright::emu::wmma {

void patch_cells(const FloatInstruction& instruction, const Operands& operands,
                 const uint32_t (&rows)[16], const uint32_t (&columns)[16],
                 float (&cells)[16][16]) {
  const auto [family, form, wave, policy] = instruction;
  const Cells source(family, form, wave, operands);
  const ChainRules rules = chain_rules(family, form, policy, operands.fp16_ovfl);
  const auto widen = [&](uint32_t result) {
    switch (rules.step.accumulator) {
      case AccumulatorType::f32:
        return std::bit_cast<float>(result);
      case AccumulatorType::f16:
        return half_to_float(static_cast<uint16_t>(result));
      case AccumulatorType::bf16:
        return std::bit_cast<float>(result << 16);
    }
    return 0.0f;
  };
  std::array<std::array<uint32_t, tile>, tile> b;
  for (int j = 0; j < tile; ++j) b[j] = source.b_in_order(j);
  for (int i = 0; i < tile; ++i) {
    const auto a = source.a_in_order(i);
    for (int j = 0; j < tile; ++j) {
      if (rows[i] == 0 && columns[j] == 0) continue;
      cells[i][j] = widen(float_element(rules, a, b[j], source.c(i, j)));
    }
  }
}

}  // namespace tilewright::emu::wmma
