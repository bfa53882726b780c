// Which steps a kernel takes: the shape of the silicon's sums as compile-time constants.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/wmma/forms.hpp"

namespace tilewright::emu::wmma {

struct Steps {
  Family family;
  AccumulatorType accumulator;
  int length;  ///< products of a step
  int group;   ///< products aligned among themselves first (gfx12)
  bool wide;   ///< BF16 factors, whose exponents span more than float products of scales can
};

[[nodiscard]] constexpr Steps steps_of(Family family, Form form, Policy policy) {
  const ChainRules rules = chain_rules(family, form, policy, false);
  return {family, rules.step.accumulator, rules.step_length, rules.step.group,
          rules.step.a == FactorType::bf16};
}

}  // namespace tilewright::emu::wmma
