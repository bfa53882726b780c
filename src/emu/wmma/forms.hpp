// What the instruction forms are made of.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/wmma/step.hpp"

namespace tilewright::emu::wmma {

[[nodiscard]] constexpr bool is_integer(Form form) {
  return form == Form::i32_iu8 || form == Form::i32_iu4 || form == Form::i32_iu4_k32;
}

[[nodiscard]] constexpr bool is_fp8(Form form) {
  return form == Form::f32_fp8_fp8 || form == Form::f32_fp8_bf8 || form == Form::f32_bf8_fp8 ||
         form == Form::f32_bf8_bf8;
}

/// C and D have 16-bit elements.
[[nodiscard]] constexpr bool is_packed(Form form) {
  return form == Form::f16_f16 || form == Form::bf16_bf16;
}

[[nodiscard]] constexpr bool exists(Family family, Form form) {
  return family == Family::gfx12 || !(is_fp8(form) || form == Form::i32_iu4_k32);
}

[[nodiscard]] constexpr int factor_width(Form form) {
  if (is_fp8(form) || form == Form::i32_iu8) return 8;
  return is_integer(form) ? 4 : 16;
}

[[nodiscard]] constexpr int depth_of(Form form) { return form == Form::i32_iu4_k32 ? 32 : 16; }

[[nodiscard]] constexpr FactorType a_type(Form form) {
  switch (form) {
    case Form::f32_bf16:
    case Form::bf16_bf16:
      return FactorType::bf16;
    case Form::f32_fp8_fp8:
    case Form::f32_fp8_bf8:
      return FactorType::fp8;
    case Form::f32_bf8_fp8:
    case Form::f32_bf8_bf8:
      return FactorType::bf8;
    default:
      return FactorType::f16;
  }
}

[[nodiscard]] constexpr FactorType b_type(Form form) {
  switch (form) {
    case Form::f32_bf8_fp8:
      return FactorType::fp8;
    case Form::f32_fp8_bf8:
      return FactorType::bf8;
    default:
      return a_type(form);
  }
}

[[nodiscard]] constexpr AccumulatorType accumulator_type(Form form) {
  if (form == Form::f16_f16) return AccumulatorType::f16;
  return form == Form::bf16_bf16 ? AccumulatorType::bf16 : AccumulatorType::f32;
}

/// Which arithmetic a float form follows.
enum class ChainKind : uint8_t {
  steps,  ///< a chain of dot_step
  fma,    ///< F32 fused multiply-adds, one after the other; packed results round once, at the end
  exact_sum,  ///< everything added exactly, one rounding
};

struct ChainRules {
  ChainKind kind = ChainKind::steps;
  StepRules step;
  int step_length = 4;  ///< products of a step
};

/// The silicon's steps are 2 products on gfx11 and 4 on gfx12; the FP8 forms of gfx12 follow the
/// hypothesis that the policy names (README.md has the reasons).
[[nodiscard]] constexpr ChainRules chain_rules(Family family, Form form, Policy policy,
                                               bool fp16_ovfl) {
  ChainRules rules;
  rules.step = {family, a_type(form), b_type(form), accumulator_type(form), 2, fp16_ovfl};
  rules.step_length = family == Family::gfx11 ? 2 : 4;
  if (policy == Policy::ieee) rules.kind = ChainKind::fma;
  if (!is_fp8(form)) return rules;
  rules.step.group = 4;
  rules.step_length = 8;
  switch (policy) {
    case Policy::silicon:
    case Policy::ieee:
      break;
    case Policy::fp8_h2:
      rules.step_length = 4;
      break;
    case Policy::fp8_h3:
      rules.step.group = 8;
      break;
    case Policy::fp8_h4:
      rules.kind = ChainKind::fma;
      break;
    case Policy::fp8_h5:
      rules.kind = ChainKind::exact_sum;
      break;
  }
  return rules;
}

}  // namespace tilewright::emu::wmma
