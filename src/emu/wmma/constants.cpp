// SPDX-License-Identifier: MIT
#include "emu/wmma/constants.hpp"

#include <array>

#include "emu/wmma/forms.hpp"
#include "emu/wmma/wmma.hpp"

namespace tilewright::emu::wmma {
namespace {

constexpr std::array<uint32_t, 9> f32_words = {0x3f000000, 0xbf000000, 0x3f800000,
                                               0xbf800000, 0x40000000, 0xc0000000,
                                               0x40800000, 0xc0800000, 0x3e22f983};
constexpr std::array<uint32_t, 9> f16_words = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000,
                                               0xc000, 0x4400, 0xc400, 0x3118};

constexpr uint32_t both_halves(uint32_t half) { return half << 16 | half; }

}  // namespace

uint32_t integer_constant(int selector) {
  return static_cast<uint32_t>(selector <= 192 ? selector - 128 : 192 - selector);
}

uint32_t f32_constant(int selector) { return f32_words[static_cast<size_t>(selector - 240)]; }
uint32_t f16_constant(int selector) { return f16_words[static_cast<size_t>(selector - 240)]; }
uint32_t bf16_constant(int selector) { return f32_constant(selector) >> 16; }

uint32_t inline_constant_c(Form form, int selector) {
  if (!is_float_constant(selector)) {
    const uint32_t value = integer_constant(selector);
    return is_packed(form) ? both_halves(value & 0xffffu) : value;
  }
  switch (accumulator_type(form)) {
    case AccumulatorType::f32:
      return f32_constant(selector);
    case AccumulatorType::f16:
      return both_halves(f16_constant(selector));
    case AccumulatorType::bf16:
      return both_halves(bf16_constant(selector));
  }
  return 0;
}

uint32_t inline_constant_dot(DotSource source, int selector) {
  if (source == DotSource::bf16) {
    return both_halves(is_float_constant(selector) ? bf16_constant(selector)
                                                   : integer_constant(selector) & 0xffffu);
  }
  if (!is_float_constant(selector)) return integer_constant(selector);
  const uint32_t half = f16_constant(selector);
  return source == DotSource::f16_vopd ? both_halves(half) : half;
}

}  // namespace tilewright::emu::wmma
