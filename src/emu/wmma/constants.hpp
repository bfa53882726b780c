// Inline constants as WMMA and the dot instructions see them. Selectors are those of the encoding:
// 128 to 192 are 0 to 64, 193 to 208 are -1 to -16, 240 to 248 are 0.5, -0.5, 1, -1, 2, -2, 4, -4
// and 1/(2 pi).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright::emu::wmma {

[[nodiscard]] constexpr bool is_float_constant(int selector) {
  return selector >= 240 && selector <= 248;
}
/// The integer constant; `selector` must be one.
[[nodiscard]] uint32_t integer_constant(int selector);
[[nodiscard]] uint32_t f32_constant(int selector);
[[nodiscard]] uint32_t f16_constant(int selector);
/// F32 cut off, so 1/(2 pi) is 0x3e22.
[[nodiscard]] uint32_t bf16_constant(int selector);

/// The instructions that take a packed A or B, by what an inline constant gives them.
enum class DotSource : uint8_t {
  f16,       ///< V_DOT2_F32_F16, V_DOT2_F16_F16: a float is in the low half, above it 0
  bf16,      ///< V_DOT2_F32_BF16, V_DOT2_BF16_BF16: floats and integers are in both halves
  f16_vop2,  ///< V_DOT2ACC_F32_F16 as VOP2: as f16
  f16_vopd,  ///< V_DUAL_DOT2ACC_F32_F16: a float is in both halves
};
/// The word that A or B holds in every lane. Integers are 32-bit but for BF16.
[[nodiscard]] uint32_t inline_constant_dot(DotSource source, int selector);

}  // namespace tilewright::emu::wmma
