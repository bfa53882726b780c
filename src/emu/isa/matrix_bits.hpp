// How WMMA and integer dot products keep their modifiers in Uop::bits.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "emu/wmma/wmma.hpp"

namespace tilewright::emu {

struct MatrixModifiers {
  uint8_t neg_lo = 0;
  uint8_t neg_hi = 0;
  uint8_t op_sel = 0;
  bool clamp = false;
};
[[nodiscard]] constexpr uint32_t matrix_bits(const MatrixModifiers& m) {
  return m.neg_lo | uint32_t{m.neg_hi} << 3 | uint32_t{m.op_sel} << 6 | (m.clamp ? 1u << 9 : 0);
}
[[nodiscard]] constexpr MatrixModifiers matrix_modifiers(uint32_t bits) {
  return {static_cast<uint8_t>(bits & 7), static_cast<uint8_t>(bits >> 3 & 7),
          static_cast<uint8_t>(bits >> 6 & 7), (bits >> 9 & 1) != 0};
}

/// The registers of WMMA's operands, which Uop::offset holds in a wave64.
[[nodiscard]] constexpr int32_t pack_registers(const wmma::Registers& r) {
  return r.a | r.b << 8 | r.cd << 16;
}
[[nodiscard]] constexpr wmma::Registers unpack_registers(int32_t packed) {
  return {packed & 255, packed >> 8 & 255, packed >> 16};
}

}  // namespace tilewright::emu
