// simd.hpp for any machine: vectors of four, nothing but what compilers give everywhere.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright::emu::wmma::TW_WMMA_ISA {

inline constexpr int width = 4;

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA

#include "emu/wmma/fast/simd_generic.hpp"

namespace tilewright::emu::wmma::TW_WMMA_ISA {

/// Only used where the product is exact, so that one rounding or two are the same.
inline F fused_multiply_add(F a, F b, F c) { return a * b + c; }

inline I floor(F value) {
  const I cut = truncate(value);
  return cut + (to_float(cut) > value);
}

inline I shift_right(I value, I count) { return value >> minimum(count, I{} + 31); }

inline F float_from_half(I code) {
  const I sign = (code & 0x8000) << 16;
  const I magnitude = code & 0x7fff;
  // Subnormals as integers, normal numbers by moving the exponent, the top exponent to F32's top.
  const F subnormal = to_float(magnitude) * 0x1p-24f;
  const I normal = (magnitude << 13) + (112 << 23);
  const I top = normal + (112 << 23);
  const I bits = magnitude < 0x400    ? reinterpret_cast<I>(subnormal)
                 : magnitude < 0x7c00 ? normal
                                      : top;
  return reinterpret_cast<F>(bits | sign);
}

inline F round_to_half(F value) {
  const I sign = reinterpret_cast<I>(value) & INT32_MIN;
  const I magnitude = reinterpret_cast<I>(value) & INT32_MAX;
  const I rounded = (magnitude + 0xfff + (magnitude >> 13 & 1)) & ~0x1fff;
  // F32's last place between 0.5 and 1 is that of F16's subnormals.
  const F subnormal = (reinterpret_cast<F>(magnitude) + 0.5f) - 0.5f;
  const I bits = magnitude < 0x38800000    ? reinterpret_cast<I>(subnormal)
                 : magnitude < 0x477ff000  ? rounded
                 : magnitude <= 0x7f800000 ? I{} + 0x7f800000
                                           : magnitude;
  return reinterpret_cast<F>(bits | sign);
}
inline I half_from_float(F value) {
  const I bits = reinterpret_cast<I>(round_to_half(value));
  const I magnitude = bits & INT32_MAX;
  const I subnormal = truncate(reinterpret_cast<F>(magnitude) * 0x1p24f);
  const I normal = (magnitude - (112 << 23)) >> 13;
  const I top = 0x7c00 | (magnitude >> 13 & 0x3ff);
  const I half = magnitude < 0x38800000 ? subnormal : magnitude < 0x7f800000 ? normal : top;
  return half | ((bits >> 16) & 0x8000);
}

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA
