// Conversions that the vector and the scalar ALU share. A float that does not fit an integer gives
// the nearest one, a NaN gives 0 (ISA manuals, V_CVT_I32_F32). Internal linkage for the reason
// given in lanes.hpp.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/isa/half.hpp"

namespace tilewright::emu {
namespace {

inline uint32_t to_u32(double a) {
  if (!(a > 0)) return 0;  // NaN too
  return a >= 0x1p32 ? 0xffffffff : static_cast<uint32_t>(static_cast<int64_t>(a));
}
inline int32_t to_i32(double a) {
  if (is_nan(a)) return 0;
  return a >= 0x1p31 ? INT32_MAX : a <= -0x1p31 ? INT32_MIN : static_cast<int32_t>(a);
}
inline uint32_t cvt_u32_f32(float a) {
  if (!(a > 0)) return 0;
  return a >= 0x1p32F ? 0xffffffff : static_cast<uint32_t>(a);
}
inline int32_t cvt_i32_f32(float a) {
  const float bounded = a >= -0x1p31F ? a : -0x1p31F;  // the largest float below 2^31 is exact
  const int32_t value = bounded < 0x1p31F ? static_cast<int32_t>(bounded) : INT32_MAX;
  return is_nan(a) ? 0 : value;
}
inline float cvt_f32_u32(uint32_t a) { return static_cast<float>(a); }
inline float cvt_f32_i32(int32_t a) { return static_cast<float>(a); }

inline uint16_t to_u16(float a) {
  if (!(a > 0)) return 0;
  return a >= 65535.0F ? 0xffff : static_cast<uint16_t>(a);
}
inline int16_t to_i16(float a) {
  if (is_nan(a)) return 0;
  return a >= 32767.0F ? INT16_MAX : a <= -32768.0F ? INT16_MIN : static_cast<int16_t>(a);
}

/// Towards zero whatever MODE says. Overflow of a finite value stays finite; an infinity stays one.
inline uint32_t narrow_towards_zero(float value) {
  return narrow_directed(value, Mode{Mode::kTowardsZero << 2}).bits;
}
inline uint32_t cvt_pk_rtz_f16_f32(float a, float b) {
  return narrow_towards_zero(a) | narrow_towards_zero(b) << 16;
}

}  // namespace
}  // namespace tilewright::emu
