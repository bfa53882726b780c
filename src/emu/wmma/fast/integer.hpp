// Integer forms. A sum of products is below 2^21, so floats hold it exactly.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/wmma/fast/places.hpp"
#include "emu/wmma/fast/simd.hpp"

namespace tilewright::emu::wmma::TW_WMMA_ISA {

inline I saturating_add(I a, I b) {
  const I sum = a + b;
  const I overflow = ((a ^ sum) & (b ^ sum)) >> 31;
  return (overflow & ((a >> 31) ^ INT32_MAX)) | (~overflow & sum);
}

template <Family family, Form form, WaveSize wave>
inline void unpack_integers(const Row* rows, bool is_signed, float (&value)[32][16]) {
  constexpr int bits = factor_width(form);
  // Flipping the sign bit and subtracting its weight extends the sign.
  const I sign = splat(is_signed ? 1 << (bits - 1) : 0);
  for (int k = 0; k < depth_of(form); ++k) {
    const Lanes lanes = factor_lanes<family, form, wave>.at[k];
    const uint32_t* words = words_of(rows, lanes);
    for (int column = 0; column < tile; column += width) {
      const I field = (load(&words[column]) >> lanes.bit) & ((1 << bits) - 1);
      store(&value[k][column], to_float((field ^ sign) - sign));
    }
  }
}

template <Family family, Form form, WaveSize wave>
void integer_wmma(const Operands& operands) {
  alignas(64) float a[32][16];
  alignas(64) float b[32][16];
  alignas(64) uint32_t d[16][16];
  unpack_integers<family, form, wave>(operands.a, (operands.neg_lo & 1) != 0, a);
  unpack_integers<family, form, wave>(operands.b, (operands.neg_lo & 2) != 0, b);
  // gfx12 saturates twice, after each half of K; gfx11 once.
  constexpr int stages = family == Family::gfx12 ? 2 : 1;
  constexpr int stage_depth = depth_of(form) / stages;
  for (int i = 0; i < tile; ++i) {
    const uint32_t* words =
        words_of(operands.c, result_lanes<family, form, wave>.at[i], operands.c_stride);
    for (int column = 0; column < tile; column += width) {
      I sum = load(&words[column]);
      for (int first = 0; first < depth_of(form); first += stage_depth) {
        F products{};
        for (int k = first; k < first + stage_depth; ++k) {
          products = fused_multiply_add(splat(a[k][i]), load(&b[k][column]), products);
        }
        const I stage = truncate(products);
        sum = operands.clamp ? saturating_add(sum, stage) : sum + stage;
      }
      store(&d[i][column], sum);
    }
  }
  for (int i = 0; i < tile; ++i) {
    uint32_t* words = words_of(operands.d, result_lanes<family, form, wave>.at[i]);
    for (int column = 0; column < tile; column += width) {
      store(&words[column], load(&d[i][column]));
    }
  }
}

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA
