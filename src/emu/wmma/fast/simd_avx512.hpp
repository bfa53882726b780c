// simd.hpp for x86-64-v4: rounding modes come with the instruction, comparisons give mask
// registers. SPDX-License-Identifier: MIT
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace tilewright::emu::wmma::TW_WMMA_ISA {

inline constexpr int width = 16;
using F = float __attribute__((vector_size(64)));
using I = int32_t __attribute__((vector_size(64)));
using M = __mmask16;

inline F minimum(F a, F b) { return _mm512_min_ps(a, b); }
inline F maximum(F a, F b) { return _mm512_max_ps(a, b); }
inline I minimum(I a, I b) { return (I)_mm512_min_epi32((__m512i)a, (__m512i)b); }
inline I maximum(I a, I b) { return (I)_mm512_max_epi32((__m512i)a, (__m512i)b); }

inline M less(F a, F b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
inline M less_equal(F a, F b) { return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ); }
inline M equal(F a, F b) { return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ); }
inline M equal(I a, I b) { return _mm512_cmpeq_epi32_mask((__m512i)a, (__m512i)b); }
inline M both(M a, M b) { return static_cast<M>(a & b); }
inline M either(M a, M b) { return static_cast<M>(a | b); }
inline bool any(M mask) { return mask != 0; }
inline bool all(M mask) { return mask == 0xffff; }

inline F select(M mask, F yes, F no) { return _mm512_mask_blend_ps(mask, no, yes); }
inline I select(M mask, I yes, I no) {
  return (I)_mm512_mask_blend_epi32(mask, (__m512i)no, (__m512i)yes);
}

inline F fused_multiply_add(F a, F b, F c) { return _mm512_fmadd_ps(a, b, c); }

inline I truncate(F value) { return (I)_mm512_cvttps_epi32(value); }
inline I floor(F value) {
  return (I)_mm512_cvt_roundps_epi32(value, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
inline F to_float(I value) { return _mm512_cvtepi32_ps((__m512i)value); }
/// Rounded to odd: cut off, and the last bit set if that lost something. A later rounding to fewer
/// bits then comes out as if it were the only one.
inline F to_float_odd(I value) {
  const F cut = _mm512_cvt_roundepi32_ps((__m512i)value, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
  const M lost = _mm512_cmpneq_epi32_mask(_mm512_cvttps_epi32(cut), (__m512i)value);
  const __m512i bits = _mm512_castps_si512(cut);
  return _mm512_castsi512_ps(_mm512_mask_or_epi32(bits, lost, bits, _mm512_set1_epi32(1)));
}

/// Arithmetic; a count above 31 leaves only the sign.
inline I shift_right(I value, I count) {
  return (I)_mm512_srav_epi32((__m512i)value, (__m512i)count);
}

/// F16 in the low half of each lane; the high half is ignored.
inline F float_from_half(I code) { return _mm512_cvtph_ps(_mm512_cvtepi32_epi16((__m512i)code)); }
/// To nearest even, in the low half of each lane; the high half is zero. A quiet NaN keeps its sign
/// and the upper bits of its payload.
inline I half_from_float(F value) {
  return (I)_mm512_cvtepu16_epi32(
      _mm512_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
}
inline F round_to_half(F value) {
  return _mm512_cvtph_ps(_mm512_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
}

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA
