// The value of a 32-bit operand. Always inlined: code that is compiled once per host must not share
// a function with other code (lanes.hpp says why).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "emu/exec/uop.hpp"
#include "emu/exec/wave.hpp"

namespace tilewright::emu {

/// Of a scalar, constant or SCC operand; of a wide one the lower dword; 0 for no operand.
[[gnu::always_inline]] inline uint32_t scalar_value(const Wave& w, const Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::scalar:
    case Operand::Kind::scalar_wide:
      return w.scalar[operand.index];
    case Operand::Kind::scc:
      return w.scc ? 1 : 0;
    default:
      return operand.constant;
  }
}

/// Of an operand that holds a bit for each lane: the part of the current half.
[[gnu::always_inline]] inline uint32_t mask_value(const Wave& w, const Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::scalar:
    case Operand::Kind::scalar_wide:
      return w.scalar[operand.index + w.half];
    case Operand::Kind::constant_wide:
      return static_cast<uint32_t>(operand.constant64() >> 32 * w.half);
    case Operand::Kind::half:
      return w.half;
    default:
      return scalar_value(w, operand);
  }
}

/// Of any operand, in one lane of the current half.
[[gnu::always_inline]] inline uint32_t lane_value(const Wave& w, const Operand& operand,
                                                  unsigned lane) {
  return operand.kind == Operand::Kind::vgpr ? w.vgpr[operand.index].lane[lane]
                                             : scalar_value(w, operand);
}

}  // namespace tilewright::emu
