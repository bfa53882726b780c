// C from registers to a Tile, D from a Tile to registers.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/wmma/fast/places.hpp"
#include "emu/wmma/fast/simd.hpp"
#include "emu/wmma/fast/tile.hpp"
#include "emu/wmma/forms.hpp"
#include "emu/wmma/modifiers.hpp"

namespace tilewright::emu::wmma::TW_WMMA_ISA {

/// C with its modifiers, as floats. `flush` makes F32 subnormals, BF16's included, zeros. Unusual
/// are infinities and NaNs, and F32 numbers so large that a sum might overflow.
template <Family family, Form form, WaveSize wave, bool flush>
inline void load_accumulators(const Operands& operands, Tile& tile_out) {
  constexpr AccumulatorType type = accumulator_type(form);
  // gfx12 has two rows in a register of packed results.
  constexpr int rows_per_word = is_packed(form) && family == Family::gfx12 ? 2 : 1;
  const AccumulatorModifiers modifiers = accumulator_modifiers(operands, is_packed(form));
  const I keep = splat(static_cast<int32_t>(modifiers.keep));
  const I flip = splat(static_cast<int32_t>(modifiers.flip));
  const bool high_half = family == Family::gfx11 && (operands.op_sel & 4) != 0;
  I largest_of_all{};
  for (int column = 0; column < tile; column += width) {
    I largest{};
    const auto put = [&](int i, F value) {
      if constexpr (flush && type != AccumulatorType::f16) value = flush_subnormals(value);
      store(&tile_out.c[i][column], value);
      largest = maximum(largest, bits_as_int(value) & INT32_MAX);
    };
#pragma GCC unroll 16
    for (int i = 0; i < tile; i += rows_per_word) {
      const Lanes lanes = result_lanes<family, form, wave>.at[i];
      const uint32_t* words = words_of(operands.c, lanes, operands.c_stride);
      I word = (load(&words[column]) & keep) ^ flip;
      if constexpr (type == AccumulatorType::f32) {
        put(i, bits_as_float(word));
      } else {
        if (high_half) word = word >> 16;
        if constexpr (rows_per_word == 1) {
          put(i, type == AccumulatorType::f16 ? float_from_half(word) : bits_as_float(word << 16));
        } else {
          F low;
          F high;
          if constexpr (type == AccumulatorType::f16) {
            floats_from_halves(word, low, high);
          } else {
            low = bits_as_float(word << 16);
            high = bits_as_float(word & ~0xffff);
          }
          put(i, low);
          put(i + 1, high);
        }
      }
    }
    constexpr float limit = type == AccumulatorType::f16 ? 65536.0f : power_of_two(100);
    const M usual = less(bits_as_float(largest), F{} + limit);
    store(&tile_out.unusual_columns[column], select(usual, I{}, I{} - 1));
    largest_of_all = maximum(largest_of_all, largest);
  }
  // Compared as integers, NaNs are above everything and stay so.
  tile_out.c_bound = __builtin_bit_cast(float, greatest(largest_of_all));
}

/// D from floats that are numbers of the result's type.
template <Family family, Form form, WaveSize wave>
inline void store_results(const Operands& operands, const float (&c)[16][16]) {
  constexpr AccumulatorType type = accumulator_type(form);
  for (int column = 0; column < tile; column += width) {
#pragma GCC unroll 16
    for (int i = 0; i < tile; ++i) {
      const F value = load(&c[i][column]);
      const Lanes lanes = result_lanes<family, form, wave>.at[i];
      uint32_t* words = words_of(operands.d, lanes) + column;
      if constexpr (type == AccumulatorType::f32) {
        store(words, bits_as_int(value));
      } else if constexpr (family == Family::gfx12) {
        if (lanes.bit != 0) continue;  // stored with the row before
        const F next = load(&c[i + 1][column]);
        if constexpr (type == AccumulatorType::f16) {
          store(words, halves_from_floats(value, next));
        } else {
          store(words, ((bits_as_int(value) >> 16) & 0xffff) | (bits_as_int(next) & ~0xffff));
        }
      } else {
        const I code = type == AccumulatorType::f16 ? half_from_float(value)
                                                    : (bits_as_int(value) >> 16) & 0xffff;
        const I before = load(words);
        store(words, (operands.op_sel & 4) != 0 ? (before & 0xffff) | code << 16
                                                : (before & ~0xffff) | code);
      }
    }
  }
}

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA
