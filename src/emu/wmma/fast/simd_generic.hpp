// The parts of simd.hpp that compiler vectors express well enough, for instruction sets where a
// comparison gives a vector of 0 and -1. `width` must be defined.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright::emu::wmma::TW_WMMA_ISA {

using F = float __attribute__((vector_size(4 * width)));
using I = int32_t __attribute__((vector_size(4 * width)));
using M = I;

inline F minimum(F a, F b) { return a < b ? a : b; }
inline F maximum(F a, F b) { return a > b ? a : b; }
inline I minimum(I a, I b) { return a < b ? a : b; }
inline I maximum(I a, I b) { return a > b ? a : b; }

inline M less(F a, F b) { return a < b; }
inline M less(I a, I b) { return a < b; }
inline M equal(F a, F b) { return a == b; }
inline M equal(I a, I b) { return a == b; }
inline M both(M a, M b) { return a & b; }
inline bool all(M mask) {
  int32_t bits = -1;
  for (int lane = 0; lane < width; ++lane) bits &= mask[lane];
  return bits != 0;
}

inline F select(M mask, F yes, F no) { return mask ? yes : no; }
inline I select(M mask, I yes, I no) { return mask ? yes : no; }

inline I truncate(F value) { return __builtin_convertvector(value, I); }
inline F to_float(I value) { return __builtin_convertvector(value, F); }
inline F to_float_odd(I value) {
  const F nearest = to_float(value);
  const I lost = value - truncate(nearest);
  const M inexact = lost != 0;
  // Where the conversion rounded away from zero, what was lost has the other sign.
  const I away = ((lost ^ value) >> 31) & inexact;
  return reinterpret_cast<F>((reinterpret_cast<I>(nearest) + away) | (inexact & 1));
}

inline F float_from_half(I code);  // of the header that includes this
inline void floats_from_halves(I codes, F& low, F& high) {
  low = float_from_half(codes);
  high = float_from_half(codes >> 16);
}

inline I maximum_halves(I a, I b) {
  using H = uint16_t __attribute__((vector_size(4 * width)));
  const H ha = reinterpret_cast<H>(a);
  const H hb = reinterpret_cast<H>(b);
  return reinterpret_cast<I>(ha > hb ? ha : hb);
}

inline uint32_t greatest(I value) {
  int32_t result = value[0];
  for (int lane = 1; lane < width; ++lane) result = value[lane] > result ? value[lane] : result;
  return static_cast<uint32_t>(result);
}
inline uint32_t union_of(I value) {
  int32_t result = 0;
  for (int lane = 0; lane < width; ++lane) result |= value[lane];
  return static_cast<uint32_t>(result);
}

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA
