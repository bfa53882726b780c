// A factor of a product, taken apart the way the hardware does.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "emu/wmma/wmma.hpp"

namespace tilewright::emu::wmma {

/// FP8 is OCP E4M3, BF8 is OCP E5M2: gfx12 has neither of the FNUZ formats.
enum class FactorType : uint8_t { f16, bf16, fp8, bf8 };

struct Format {
  int exponent_bits;
  int fraction_bits;
  bool has_infinity;  ///< E4M3 spends its top exponent on numbers and has a single NaN

  [[nodiscard]] constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  [[nodiscard]] constexpr int width() const { return 1 + exponent_bits + fraction_bits; }
};

[[nodiscard]] constexpr Format format_of(FactorType type) {
  switch (type) {
    case FactorType::f16:
      return {5, 10, true};
    case FactorType::bf16:
      return {8, 7, true};
    case FactorType::fp8:
      return {4, 3, false};
    case FactorType::bf8:
      return {5, 2, true};
  }
  return {};
}

/// The value is (-1)^negative * significand * 2^(exponent - fraction_bits). The exponent is that of
/// the encoding: a subnormal has the smallest one and is not normalised, which matters because sums
/// are aligned by it.
struct Factor {
  uint32_t significand = 0;
  int exponent = 0;
  bool negative = false;
  bool infinite = false;
  bool nan = false;
};

/// gfx11 flushes subnormal BF16 factors to zero and keeps their sign. Every other subnormal, on
/// either family, is kept.
[[nodiscard]] constexpr Factor decode_factor(FactorType type, Family family, uint32_t code) {
  const Format format = format_of(type);
  const uint32_t fraction = code & ((1u << format.fraction_bits) - 1);
  const uint32_t top = (1u << format.exponent_bits) - 1;
  const uint32_t field = (code >> format.fraction_bits) & top;

  Factor factor;
  factor.negative = ((code >> (format.width() - 1)) & 1u) != 0;
  factor.exponent = (field == 0 ? 1 : static_cast<int>(field)) - format.bias();
  if (format.has_infinity && field == top) {
    factor.infinite = fraction == 0;
    factor.nan = fraction != 0;
  } else if (!format.has_infinity && field == top && fraction == (1u << format.fraction_bits) - 1) {
    factor.nan = true;
  } else if (field != 0) {
    factor.significand = fraction | 1u << format.fraction_bits;
  } else if (type != FactorType::bf16 || family != Family::gfx11) {
    factor.significand = fraction;
  }
  return factor;
}

}  // namespace tilewright::emu::wmma
