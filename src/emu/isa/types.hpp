// The kinds of value that an instruction's operands hold. They decide how many registers an operand
// spans, what an inline constant means and what the floating-point modifiers touch.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright::emu {

enum class Type : uint8_t {
  none,
  b16,  ///< 16 bits in the low or (op_sel, true16) high half of a register
  b32,
  b64,  ///< two registers, low first; a 32-bit literal is zero-extended
  i64,  ///< the same, but a literal is sign-extended
  f16,
  f32,
  f64,
  pk_b16,  ///< two 16-bit integers
  pk_f16,  ///< two f16
};

[[nodiscard]] constexpr bool is_wide(Type type) {
  return type == Type::b64 || type == Type::i64 || type == Type::f64;
}
[[nodiscard]] constexpr unsigned registers(Type type) {
  return type == Type::none ? 0 : is_wide(type) ? 2 : 1;
}
[[nodiscard]] constexpr bool is_16bit(Type type) { return type == Type::b16 || type == Type::f16; }
[[nodiscard]] constexpr bool is_packed(Type type) {
  return type == Type::pk_b16 || type == Type::pk_f16;
}
[[nodiscard]] constexpr bool is_float(Type type) {
  return type == Type::f16 || type == Type::f32 || type == Type::f64 || type == Type::pk_f16;
}

/// IEEE binary16 as its bits; a type of its own so that lane functions say which operands it is.
struct Half {
  uint16_t bits;
};

/// A lane function's view of the MODE register.
struct Mode {
  uint32_t bits;
  [[nodiscard]] constexpr bool fp16_ovfl() const { return (bits >> 23 & 1) != 0; }
  enum Round : unsigned { kNearest, kUp, kDown, kTowardsZero };  ///< nearest: ties to even
  [[nodiscard]] constexpr unsigned round_f32() const { return bits & 3; }
  [[nodiscard]] constexpr unsigned round_f16_f64() const { return bits >> 2 & 3; }
  /// Of results of a type.
  [[nodiscard]] constexpr unsigned round(Type result) const {
    return result == Type::f32 ? round_f32() : is_float(result) ? round_f16_f64() : kNearest;
  }
  [[nodiscard]] constexpr Mode with_nearest_f16() const { return {bits & ~uint32_t{0xc}}; }
  [[nodiscard]] constexpr bool ieee() const { return (bits >> 9 & 1) != 0; }
};

/// MODE fields that change every floating-point result: round (nearest even is 0) and denorm (all
/// ones keeps subnormals). A wave with these values takes the fast path.
inline constexpr uint32_t kModeFloatMask = 0xff;
inline constexpr uint32_t kModeFloatDefault = 0xf0;

}  // namespace tilewright::emu
