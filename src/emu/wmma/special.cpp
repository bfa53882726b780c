// SPDX-License-Identifier: MIT
#include "emu/wmma/special.hpp"

namespace tilewright::emu::wmma {
namespace {

constexpr uint32_t infinity = 0x7f800000;
constexpr uint32_t sign_bit = 0x80000000;
constexpr uint32_t quiet_bit = 0x00400000;

}  // namespace

std::optional<uint32_t> special_result(int factor_width, std::span<const Factor> a,
                                       std::span<const Factor> b, uint32_t c) {
  bool nan_factor = false;
  bool invalid = false;
  bool positive = false;
  bool negative = false;
  for (size_t i = 0; i < a.size(); ++i) {
    nan_factor |= a[i].nan || b[i].nan;
    if (!a[i].infinite && !b[i].infinite) continue;
    // A subnormal that was flushed counts as the zero it became.
    const bool a_zero = !a[i].infinite && a[i].significand == 0;
    const bool b_zero = !b[i].infinite && b[i].significand == 0;
    invalid |= a_zero || b_zero;
    (a[i].negative != b[i].negative ? negative : positive) = true;
  }
  if (nan_factor) return diagnostic_nan;
  const uint32_t invalid_nan = factor_width == 8 ? diagnostic_nan : default_nan;
  if (invalid || (positive && negative)) return invalid_nan;
  const bool c_top = (c & infinity) == infinity;
  if (c_top && (c & 0x7fffffu) != 0) return c | quiet_bit;
  if (c_top) ((c & sign_bit) != 0 ? negative : positive) = true;
  if (positive && negative) return invalid_nan;
  if (positive || negative) return infinity | (negative ? sign_bit : 0);
  return std::nullopt;
}

}  // namespace tilewright::emu::wmma
