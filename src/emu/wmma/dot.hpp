// The dot instructions, one lane at a time: bits in, bits out. EXEC, register halves and inline
// constants (constants.hpp) are the caller's.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "emu/wmma/wmma.hpp"

namespace tilewright::emu::wmma {

/// OP_SEL, OP_SEL_HI, NEG and NEG_HI of a VOP3P instruction with packed sources; bit i is source i.
struct PackedModifiers {
  uint8_t op_sel = 0;     ///< which half is the low element
  uint8_t op_sel_hi = 7;  ///< which half is the high element
  uint8_t neg_lo = 0;     ///< flips the sign of the low element (of C: of all of it)
  uint8_t neg_hi = 0;     ///< flips the sign of the high element
};
/// Source A (0) or B (1) with its halves selected and its signs flipped.
[[nodiscard]] constexpr uint32_t packed_source(uint32_t word, int source,
                                               const PackedModifiers& modifiers) {
  const uint32_t low = (modifiers.op_sel >> source & 1) != 0 ? word >> 16 : word & 0xffffu;
  const uint32_t high = (modifiers.op_sel_hi >> source & 1) != 0 ? word >> 16 : word & 0xffffu;
  return (high << 16 | low) ^
         ((modifiers.neg_lo >> source & 1u) << 15 | (modifiers.neg_hi >> source & 1u) << 31);
}
/// Source C of V_DOT2_F32_*: NEG[2] flips its sign.
[[nodiscard]] constexpr uint32_t f32_source_c(uint32_t word, const PackedModifiers& modifiers) {
  return word ^ (modifiers.neg_lo >> 2 & 1u) << 31;
}

/// V_DOT2_F32_F16, V_DOT2ACC_F32_F16 and its VOPD form.
[[nodiscard]] uint32_t dot2_f32_f16(Family family, uint32_t a, uint32_t b, uint32_t c);
/// V_DOT2_F32_BF16 and its VOPD form.
[[nodiscard]] uint32_t dot2_f32_bf16(Family family, uint32_t a, uint32_t b, uint32_t c);
/// V_DOT2_F16_F16: C and the result are F16, in the low half.
[[nodiscard]] uint32_t dot2_f16_f16(Family family, uint32_t a, uint32_t b, uint32_t c,
                                    bool fp16_ovfl = false);
/// V_DOT2_BF16_BF16: C and the result are BF16, in the low half.
[[nodiscard]] uint32_t dot2_bf16_bf16(Family family, uint32_t a, uint32_t b, uint32_t c);

/// V_DOT4_F32_*, gfx12 only.
[[nodiscard]] uint32_t dot4_f32_fp8_fp8(uint32_t a, uint32_t b, uint32_t c);
[[nodiscard]] uint32_t dot4_f32_fp8_bf8(uint32_t a, uint32_t b, uint32_t c);
[[nodiscard]] uint32_t dot4_f32_bf8_fp8(uint32_t a, uint32_t b, uint32_t c);
[[nodiscard]] uint32_t dot4_f32_bf8_bf8(uint32_t a, uint32_t b, uint32_t c);

/// V_DOT4_I32_IU8 and V_DOT8_I32_IU4: NEG bits 0 and 1 say that A and B are signed; CLAMP saturates
/// the whole sum to a signed 32-bit number.
[[nodiscard]] uint32_t dot4_i32_iu8(uint32_t a, uint32_t b, uint32_t c, uint8_t neg_lo, bool clamp);
[[nodiscard]] uint32_t dot8_i32_iu4(uint32_t a, uint32_t b, uint32_t c, uint8_t neg_lo, bool clamp);
/// V_DOT4_U32_U8 and V_DOT8_U32_U4: all unsigned, CLAMP saturates to 2^32 - 1.
[[nodiscard]] uint32_t dot4_u32_u8(uint32_t a, uint32_t b, uint32_t c, bool clamp);
[[nodiscard]] uint32_t dot8_u32_u4(uint32_t a, uint32_t b, uint32_t c, bool clamp);

}  // namespace tilewright::emu::wmma
