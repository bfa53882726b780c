// What an atomic leaves in memory, as a function of (memory, data) or (memory, data, compare).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

#include "emu/isa/half.hpp"

namespace tilewright::emu {
namespace {
namespace atomic {

using u32 = uint32_t;
using u64 = uint64_t;

template <class T>
T add(T old, T data) {
  return old + data;
}
template <class T>
T sub(T old, T data) {
  return old - data;
}
template <class T>
T rsub(T old, T data) {
  return data - old;
}
template <class T>
T inc(T old, T data) {
  return old >= data ? 0 : old + 1;
}
template <class T>
T dec(T old, T data) {
  return old == 0 || old > data ? data : old - 1;
}
template <class T>
T and_(T old, T data) {
  return old & data;
}
template <class T>
T or_(T old, T data) {
  return old | data;
}
template <class T>
T xor_(T old, T data) {
  return old ^ data;
}
template <class T>
T exchange(T, T data) {
  return data;
}
template <class T>
T min_u(T old, T data) {
  return data < old ? data : old;
}
template <class T>
T max_u(T old, T data) {
  return data > old ? data : old;
}
template <class T>
T min_s(T old, T data) {
  using S = std::make_signed_t<T>;
  return static_cast<S>(data) < static_cast<S>(old) ? data : old;
}
template <class T>
T max_s(T old, T data) {
  using S = std::make_signed_t<T>;
  return static_cast<S>(data) > static_cast<S>(old) ? data : old;
}
template <class T>
T sub_clamp(T old, T data) {
  return old < data ? 0 : old - data;
}
template <class T>
T cond_sub(T old, T data) {
  return old >= data ? old - data : old;
}
template <class T>
T cmp_store(T old, T data, T compare) {
  return old == compare ? data : old;
}
template <class T>
T mask_or(T old, T mask, T data) {
  return (old & ~mask) | data;
}

/// An operation on floats as one on bits. Subnormals are kept.
template <class F, class T, F (*kFunction)(F, F)>
T on_floats(T old, T data) {
  return bits_of(kFunction(__builtin_bit_cast(F, old), __builtin_bit_cast(F, data)));
}
template <class F>
F add_float(F old, F data) {
  return with_nan(old + data, data, old);
}
/// gfx11: a NaN in memory stays, one in the data is ignored (manual of RDNA 3, DS_MIN_F32).
template <class F>
F min_float(F old, F data) {
  return data < old ? data : old;
}
template <class F>
F max_float(F old, F data) {
  return data > old ? data : old;
}
template <class F>
F min_number(F old, F data) {
  return min_num(data, old);
}
template <class F>
F max_number(F old, F data) {
  return max_num(data, old);
}

template <u32 (*kAdd)(u32, u32)>
u32 both_halves(u32 old, u32 data) {
  return kAdd(old & 0xffff, data & 0xffff) | kAdd(old >> 16, data >> 16) << 16;
}
inline u32 add_f16(u32 old, u32 data) {
  const float a = widen(Half{static_cast<uint16_t>(data)});
  const float b = widen(Half{static_cast<uint16_t>(old)});
  return narrow(with_nan(a + b, a, b), false).bits;
}
inline u32 add_bf16(u32 old, u32 data) {
  const float sum = add_float(float_of(old << 16), float_of(data << 16));
  const u32 bits = bits_of(sum);
  if (is_nan(sum)) return bits >> 16 | 0x40;
  return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;  // to nearest even
}

}  // namespace atomic
}  // namespace
}  // namespace tilewright::emu
