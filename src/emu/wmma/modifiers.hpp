// Source modifiers of WMMA and dot instructions: raw operations on sign bits, also of zeros and
// NaNs. Always inlined: sources compiled for different host instruction sets include this, and the
// linker must not choose one copy for all.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "emu/wmma/wmma.hpp"

namespace tilewright::emu::wmma {

/// What to exclusive-or into every word of A (`source` 0) or B (1): NEG flips the sign of the low
/// half, NEG_HI that of the high half.
[[nodiscard, gnu::always_inline]] constexpr uint32_t factor_sign_flips(const Operands& operands,
                                                                       int source) {
  return (operands.neg_lo >> source & 1u) << 15 | (operands.neg_hi >> source & 1u) << 31;
}

/// C's modifiers: NEG_HI[2] takes the absolute value, NEG[2] then negates; in both halves if C is
/// packed.
struct AccumulatorModifiers {
  uint32_t keep = ~0u;
  uint32_t flip = 0;

  [[nodiscard, gnu::always_inline]] constexpr uint32_t apply(uint32_t word) const {
    return (word & keep) ^ flip;
  }
};
[[nodiscard, gnu::always_inline]] constexpr AccumulatorModifiers accumulator_modifiers(
    const Operands& operands, bool packed) {
  const uint32_t signs = packed ? 0x80008000u : 0x80000000u;
  AccumulatorModifiers modifiers;
  if ((operands.neg_hi & 4) != 0) modifiers.keep = ~signs;
  if ((operands.neg_lo & 4) != 0) modifiers.flip = signs;
  return modifiers;
}

}  // namespace tilewright::emu::wmma
