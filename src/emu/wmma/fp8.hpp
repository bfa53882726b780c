// The FP8 (OCP E4M3) and BF8 (OCP E5M2) conversion instructions of gfx12, one lane at a time. ABS
// and NEG of the sources are applied by the caller; MODE's rounding and denormal fields have no
// effect, nor has CLAMP.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "emu/wmma/factor.hpp"

namespace tilewright::emu::wmma {

/// V_CVT_F32_FP8, V_CVT_F32_BF8 of one byte. Exact; subnormals are kept; a NaN becomes the quiet
/// NaN of its sign (the sign and payload of that NaN are not proven by captured words).
[[nodiscard]] uint32_t f32_from_fp8(uint32_t code);
[[nodiscard]] uint32_t f32_from_bf8(uint32_t code);

/// One byte of V_CVT_PK_{FP8,BF8}_F32: to nearest, ties to even. Overflow gives FP8's NaN or BF8's
/// infinity, or with MODE.FP16_OVFL the largest finite number; infinite sources never saturate.
[[nodiscard]] uint32_t fp8_from_f32(uint32_t source, bool fp16_ovfl);
[[nodiscard]] uint32_t bf8_from_f32(uint32_t source, bool fp16_ovfl);

/// V_CVT_SR_{FP8,BF8}_F32: stochastic rounding, which adds the top bits of `seed` to the bits that
/// are to be cut off.
[[nodiscard]] uint32_t fp8_from_f32_stochastic(uint32_t source, uint32_t seed, bool fp16_ovfl);
[[nodiscard]] uint32_t bf8_from_f32_stochastic(uint32_t source, uint32_t seed, bool fp16_ovfl);

/// `byte` into byte `index` of D; the other three are preserved. V_CVT_SR_*'s BYTE_SEL is encoded
/// with its bit 0 in OP_SEL[2] and its bit 1 in OP_SEL[3].
[[nodiscard]] constexpr uint32_t insert_byte(uint32_t d, uint32_t byte, int index) {
  const int shift = 8 * index;
  return (d & ~(0xffu << shift)) | byte << shift;
}

/// V_CVT_PK_{FP8,BF8}_F32: two bytes into the half of D that OP_SEL[3] selects.
[[nodiscard]] constexpr uint32_t insert_pair(uint32_t d, uint32_t low, uint32_t high,
                                             bool high_half) {
  const uint32_t pair = low | high << 8;
  return high_half ? (d & 0xffffu) | pair << 16 : (d & 0xffff0000u) | pair;
}

}  // namespace tilewright::emu::wmma
