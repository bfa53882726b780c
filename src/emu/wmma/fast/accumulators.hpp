// C from registers to a Tile, D from a Tile to registers.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/wmma/fast/places.hpp"
#include "emu/wmma/fast/simd.hpp"
#include "emu/wmma/modifiers.hpp"

namespace tilewright::emu::wmma::TW_WMMA_ISA {

struct AccumulatorRange {
  /// By bit, the rows that hold what the kernels do not take: infinities, NaNs, and F32 numbers so
  /// large that a sum might overflow.
  uint32_t unusual_rows = 0;
  float largest = 0;
};

/// C with its modifiers, as floats. `flush` makes F32 subnormals, BF16's included, zeros.
template <Family family, Form form, WaveSize wave, bool flush>
inline AccumulatorRange load_accumulators(const Operands& operands, float (&c)[16][16]) {
  constexpr AccumulatorType type = accumulator_type(form);
  const AccumulatorModifiers modifiers = accumulator_modifiers(operands, is_packed(form));
  const I keep = splat(static_cast<int32_t>(modifiers.keep));
  const I flip = splat(static_cast<int32_t>(modifiers.flip));
  const int op_sel_bit = family == Family::gfx11 && (operands.op_sel & 4) != 0 ? 16 : 0;
  AccumulatorRange range;
  F largest_of_all{};
  for (int i = 0; i < tile; ++i) {
    const Lanes lanes = result_lanes<family, form, wave>.at[i];
    const uint32_t* words = words_of(operands.c, lanes, operands.c_stride);
    F largest{};
    for (int column = 0; column < tile; column += width) {
      const I word = (load(&words[column]) & keep) ^ flip;
      F value;
      if constexpr (type == AccumulatorType::f32) {
        value = bits_as_float(word);
      } else {
        const I code = word >> (lanes.bit | op_sel_bit);
        value = type == AccumulatorType::f16 ? float_from_half(code) : bits_as_float(code << 16);
      }
      if constexpr (flush && type != AccumulatorType::f16) {
        const M small = equal(bits_as_int(value) & 0x7f800000, I{});
        value = select(small, bits_as_float(bits_as_int(value) & INT32_MIN), value);
      }
      store(&c[i][column], value);
      largest = bits_as_float(maximum(bits_as_int(largest), bits_as_int(value) & INT32_MAX));
    }
    constexpr float limit = type == AccumulatorType::f16 ? 65536.0f : power_of_two(100);
    if (!all(less(largest, F{} + limit))) range.unusual_rows |= 1u << i;
    largest_of_all = maximum(largest_of_all, largest);
  }
  range.largest = greatest(largest_of_all);
  return range;
}

/// D from floats that are numbers of the result's type.
template <Family family, Form form, WaveSize wave>
inline void store_results(const Operands& operands, const float (&c)[16][16]) {
  constexpr AccumulatorType type = accumulator_type(form);
  for (int column = 0; column < tile; column += width) {
    const auto code = [&](int i) {
      const F value = load(&c[i][column]);
      if constexpr (type == AccumulatorType::f32) return bits_as_int(value);
      if constexpr (type == AccumulatorType::f16) return half_from_float(value);
      return (bits_as_int(value) >> 16) & 0xffff;
    };
    for (int i = 0; i < tile; ++i) {
      const Lanes lanes = result_lanes<family, form, wave>.at[i];
      uint32_t* words = words_of(operands.d, lanes) + column;
      if constexpr (type == AccumulatorType::f32) {
        store(words, code(i));
      } else if constexpr (family == Family::gfx12) {
        if (lanes.bit == 0) store(words, code(i) | code(i + 1) << 16);
      } else {
        const I before = load(words);
        store(words, (operands.op_sel & 4) != 0 ? (before & 0xffff) | code(i) << 16
                                                : (before & ~0xffff) | code(i));
      }
    }
  }
}

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA
