// Small pieces of IEEE arithmetic that the lane functions share: NaNs as the hardware makes and
// passes them on. Internal linkage for the reason given in lanes.hpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright::emu {
namespace {

inline uint32_t bits_of(float value) { return __builtin_bit_cast(uint32_t, value); }
inline uint64_t bits_of(double value) { return __builtin_bit_cast(uint64_t, value); }
inline float float_of(uint32_t bits) { return __builtin_bit_cast(float, bits); }
inline double double_of(uint64_t bits) { return __builtin_bit_cast(double, bits); }

inline bool is_nan(float value) { return (bits_of(value) & 0x7fffffff) > 0x7f800000; }
inline bool is_nan(double value) {
  return (bits_of(value) & 0x7fffffffffffffff) > 0x7ff0000000000000;
}
inline bool is_inf(float value) { return (bits_of(value) & 0x7fffffff) == 0x7f800000; }
inline bool is_inf(double value) {
  return (bits_of(value) & 0x7fffffffffffffff) == 0x7ff0000000000000;
}
inline bool is_signalling(float value) {
  return is_nan(value) && (bits_of(value) & 0x00400000) == 0;
}
inline bool is_signalling(double value) {
  return is_nan(value) && (bits_of(value) & 0x0008000000000000) == 0;
}
inline bool sign_of(float value) { return bits_of(value) >> 31 != 0; }
inline bool sign_of(double value) { return bits_of(value) >> 63 != 0; }

inline float quiet(float nan) { return float_of(bits_of(nan) | 0x00400000); }
inline double quiet(double nan) { return double_of(bits_of(nan) | 0x0008000000000000); }

/// What an invalid operation gives (the manuals' V_DIV_FIXUP spells it out for 0/0).
inline float invalid(float) { return float_of(0xffc00000); }
inline double invalid(double) { return double_of(0xfff8000000000000); }

/// The result of arithmetic, made independent of which operand the host's instruction prefers: a
/// NaN comes from the first source that is one, quieted, else the operation was invalid.
template <class T>
inline T with_nan(T result, T a) {
  return !is_nan(result) ? result : is_nan(a) ? quiet(a) : invalid(a);
}
template <class T>
inline T with_nan(T result, T a, T b) {
  return !is_nan(result) ? result : is_nan(a) ? quiet(a) : is_nan(b) ? quiet(b) : invalid(a);
}
template <class T>
inline T with_nan(T result, T a, T b, T c) {
  return !is_nan(result) ? result
         : is_nan(a)     ? quiet(a)
         : is_nan(b)     ? quiet(b)
         : is_nan(c)     ? quiet(c)
                         : invalid(a);
}

// Minimum and maximum order the zeros: -0 < +0. Three families (manuals, V_MIN_F32, V_MIN_NUM_F32,
// V_MINIMUM_F32):
//   gfx11 min/max   a number wins over a quiet NaN; with MODE.IEEE a signalling NaN wins, quieted
//   min_num         a number wins over any NaN
//   minimum         a NaN wins
template <class T>
inline bool less(T a, T b) {
  return a < b || (a == 0 && b == 0 && sign_of(a) && !sign_of(b));
}
template <class T>
inline T min_num(T a, T b) {
  if (is_nan(a)) return is_nan(b) ? quiet(a) : b;
  if (is_nan(b)) return a;
  return less(a, b) ? a : b;
}
template <class T>
inline T max_num(T a, T b) {
  if (is_nan(a)) return is_nan(b) ? quiet(a) : b;
  if (is_nan(b)) return a;
  return less(b, a) ? a : b;
}
template <class T>
inline T min_mode(T a, T b, bool ieee) {
  if (ieee && is_signalling(a)) return quiet(a);
  if (ieee && is_signalling(b)) return quiet(b);
  if (is_nan(b)) return a;
  if (is_nan(a)) return b;
  return less(a, b) ? a : b;
}
template <class T>
inline T max_mode(T a, T b, bool ieee) {
  if (ieee && is_signalling(a)) return quiet(a);
  if (ieee && is_signalling(b)) return quiet(b);
  if (is_nan(b)) return a;
  if (is_nan(a)) return b;
  return less(b, a) ? a : b;
}
template <class T>
inline T minimum(T a, T b) {
  if (is_nan(a) || is_nan(b)) {
    return is_signalling(a) || (is_nan(a) && !is_signalling(b)) ? quiet(a) : quiet(b);
  }
  return less(a, b) ? a : b;
}
template <class T>
inline T maximum(T a, T b) {
  if (is_nan(a) || is_nan(b)) {
    return is_signalling(a) || (is_nan(a) && !is_signalling(b)) ? quiet(a) : quiet(b);
  }
  return less(b, a) ? a : b;
}

/// Bit numbers of the mask of v_cmp_class.
template <class T>
inline unsigned class_of(T value, unsigned exponent, bool fraction, unsigned exponent_max) {
  const bool negative = sign_of(value);
  if (exponent == exponent_max) {
    if (fraction) return is_signalling(value) ? 0 : 1;
    return negative ? 2 : 9;
  }
  if (exponent > 0) return negative ? 3 : 8;
  if (fraction) return negative ? 4 : 7;
  return negative ? 5 : 6;
}

}  // namespace
}  // namespace tilewright::emu
