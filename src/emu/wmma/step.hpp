// One step of a float dot product: N products and an accumulator, added in one go with one
// rounding. Dot instructions are one step, WMMA is a chain of them. This is the reference that
// everything faster is tested against, written to be read beside README.md.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "emu/wmma/factor.hpp"

namespace tilewright::emu::wmma {

/// Type of C and D. Packed means that the accumulator is rounded to 16 bits after every step.
enum class AccumulatorType : uint8_t { f32, f16, bf16 };

struct StepRules {
  Family family = Family::gfx12;
  FactorType a = FactorType::f16;
  FactorType b = FactorType::f16;
  AccumulatorType accumulator = AccumulatorType::f32;
  /// gfx12: products that are aligned among themselves first; those of one 32-bit register.
  int group = 2;
  bool fp16_ovfl = false;
};

/// The longest step of any instruction or hypothesis.
inline constexpr int max_step_products = 8;

/// `a` and `b` are codes of the factors, in the order of the hardware; `c` and the result have the
/// accumulator's width.
[[nodiscard]] uint32_t dot_step(const StepRules& rules, std::span<const uint32_t> a,
                                std::span<const uint32_t> b, uint32_t c);

/// The guard bits below the leading bit of the largest term that still count: an operand of
/// dot_step's arithmetic so that a test can show that the captured words notice a wrong one.
struct Guards {
  int product = 24;      ///< a product's grid is 2^(eA + eB - product)
  int accumulator = 26;  ///< and the sum's grid is at least the leading bit of C over 2^accumulator
};
[[nodiscard]] uint32_t dot_step(const StepRules& rules, const Guards& guards,
                                std::span<const uint32_t> a, std::span<const uint32_t> b,
                                uint32_t c);

}  // namespace tilewright::emu::wmma
