// simd.hpp for x86-64-v4: rounding modes come with the instruction, comparisons give mask
// registers.
// SPDX-License-Identifier: MIT
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
inline M less(I a, I b) { return _mm512_cmplt_epi32_mask((__m512i)a, (__m512i)b); }
inline M equal(F a, F b) { return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ); }
inline M equal(I a, I b) { return _mm512_cmpeq_epi32_mask((__m512i)a, (__m512i)b); }
inline M both(M a, M b) { return static_cast<M>(a & b); }
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
inline F float_from_half(I code) {
  const __m512i evens = _mm512_set_epi16(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0,
                                         30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
  const __m512i packed = _mm512_permutexvar_epi16(evens, (__m512i)code);
  return _mm512_cvtph_ps(_mm512_castsi512_si256(packed));
}
/// Both halves of each lane.
inline void floats_from_halves(I codes, F& low, F& high) {
  const __m512i evens_odds =
      _mm512_set_epi16(31, 29, 27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1, 30, 28, 26, 24,
                       22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
  const __m512i packed = _mm512_permutexvar_epi16(evens_odds, (__m512i)codes);
  low = _mm512_cvtph_ps(_mm512_castsi512_si256(packed));
  high = _mm512_cvtph_ps(_mm512_extracti64x4_epi64(packed, 1));
}
inline __m256i packed_halves(F value) {
  return _mm512_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
/// To nearest even, in the low half of each lane; the high half is zero. A quiet NaN keeps its sign
/// and the upper bits of its payload.
inline I half_from_float(F value) { return (I)_mm512_cvtepu16_epi32(packed_halves(value)); }
inline F round_to_half(F value) { return _mm512_cvtph_ps(packed_halves(value)); }

/// Unsigned, of each half of each lane.
inline I maximum_halves(I a, I b) { return (I)_mm512_max_epu16((__m512i)a, (__m512i)b); }

/// The lanes' maximum, and the bits set in any.
inline uint32_t greatest(I value) {
  return static_cast<uint32_t>(_mm512_reduce_max_epi32((__m512i)value));
}
inline uint32_t union_of(I value) {
  return static_cast<uint32_t>(_mm512_reduce_or_epi32((__m512i)value));
}

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA
