// Vectors of `width` columns: what the fast kernels are written in. One source is compiled once per
// instruction set (CMakeLists.txt says with which flags), each time into a namespace of its own, so
// nothing here may be shared between them: no standard library templates, no other inline
// functions.
//
// F holds floats, I 32-bit integers, M the outcome of a comparison.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#if defined(TW_WMMA_AVX512)
#include "emu/wmma/fast/simd_avx512.hpp"
#elif defined(TW_WMMA_AVX2)
#include "emu/wmma/fast/simd_avx2.hpp"
#else
#include "emu/wmma/fast/simd_portable.hpp"
#endif

namespace tilewright::emu::wmma::TW_WMMA_ISA {

inline F bits_as_float(I bits) { return reinterpret_cast<F>(bits); }
inline I bits_as_int(F value) { return reinterpret_cast<I>(value); }

/// Subtraction of +0 leaves every float as it is, -0 too: compilers make this a broadcast.
inline F splat(float value) { return value - F{}; }
inline I splat(int32_t value) { return value - I{}; }

/// Addresses are aligned to the vector.
inline F load(const float* source) { return *reinterpret_cast<const F*>(source); }
inline I load(const uint32_t* source) { return *reinterpret_cast<const I*>(source); }
inline void store(float* target, F value) { *reinterpret_cast<F*>(target) = value; }
inline void store(uint32_t* target, I value) { *reinterpret_cast<I*>(target) = value; }

inline I halves_from_floats(F low, F high) {
  return half_from_float(low) | half_from_float(high) << 16;
}

/// 2^exponent, for a constant exponent.
constexpr float power_of_two(int exponent) {
  return __builtin_bit_cast(float, (exponent + 127) << 23);
}

/// Zero of the same sign for a subnormal, the number itself otherwise.
inline F flush_subnormals(F value) {
  const M small = equal(bits_as_int(value) & 0x7f800000, I{});
  return select(small, bits_as_float(bits_as_int(value) & INT32_MIN), value);
}

/// 1 / scale, where scale is a power of two.
inline F reciprocal(F scale) { return bits_as_float((254 << 23) - bits_as_int(scale)); }

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA
