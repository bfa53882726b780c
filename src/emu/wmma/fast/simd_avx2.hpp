// simd.hpp for x86-64-v3, which has FMA and the F16 conversions.
// SPDX-License-Identifier: MIT
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace tilewright::emu::wmma::TW_WMMA_ISA {

inline constexpr int width = 8;

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA

#include "emu/wmma/fast/simd_generic.hpp"

namespace tilewright::emu::wmma::TW_WMMA_ISA {

inline F fused_multiply_add(F a, F b, F c) { return _mm256_fmadd_ps(a, b, c); }

inline I floor(F value) { return (I)_mm256_cvttps_epi32(_mm256_floor_ps(value)); }

inline I shift_right(I value, I count) {
  return (I)_mm256_srav_epi32((__m256i)value, (__m256i)count);
}

inline F float_from_half(I code) {
  const __m256i low = _mm256_and_si256((__m256i)code, _mm256_set1_epi32(0xffff));
  const __m256i packed = _mm256_packus_epi32(low, low);
  const __m256i ordered = _mm256_permute4x64_epi64(packed, 0x08);
  return _mm256_cvtph_ps(_mm256_castsi256_si128(ordered));
}
inline I half_from_float(F value) {
  return (I)_mm256_cvtepu16_epi32(
      _mm256_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
}
inline F round_to_half(F value) {
  return _mm256_cvtph_ps(_mm256_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
}

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA
