// The fast implementation of one instruction set: compiled several times, with the namespace's name
// in TW_WMMA_ISA (CMakeLists.txt).
// SPDX-License-Identifier: MIT
#include "emu/wmma/fast/accumulators.hpp"
#include "emu/wmma/fast/exact.hpp"
#include "emu/wmma/fast/fast.hpp"
#include "emu/wmma/fast/general.hpp"
#include "emu/wmma/fast/integer.hpp"
#include "emu/wmma/fast/patch.hpp"
#include "emu/wmma/fast/scales.hpp"
#include "emu/wmma/fast/unit_gfx11.hpp"
#include "emu/wmma/fast/unpack.hpp"
#include "emu/wmma/fast/wide.hpp"

namespace tilewright::emu::wmma::TW_WMMA_ISA {
namespace {

#if defined(TW_WMMA_AVX512) || defined(TW_WMMA_AVX2)
constexpr bool has_fused_multiply_add = true;
#else
constexpr bool has_fused_multiply_add = false;
#endif

bool has_unusual(const Tile& tile_in) {
  I any{};
  for (int column = 0; column < tile; column += width) {
    any |= load(&tile_in.a.unusual[column]) | load(&tile_in.b.unusual[column]) |
           load(&tile_in.unusual_columns[column]);
  }
  return union_of(any) != 0;
}

template <Family family, Form form, Policy policy>
void multiply(Tile& tile_io, bool fp16_ovfl) {
  constexpr Steps steps = steps_of(family, form, policy);
  if constexpr (family == Family::gfx12) {
    switch (exactness<steps>(tile_io)) {
      case Exactness::chain:
        multiply_add_chain(tile_io, 0.0f);
        return;
      case Exactness::steps:
        exact_steps<steps>(tile_io);
        return;
      case Exactness::none:
        break;
    }
  } else if constexpr (form == Form::f16_f16) {
    if (all_ones(tile_io.a) && all_ones(tile_io.b) && integers_or_residues(tile_io)) {
      unit_gfx11_steps(tile_io);
      return;
    }
  }
  const bool a_fits = fill_scales<a_type(form)>(tile_io.a);
  const bool b_fits = fill_scales<b_type(form)>(tile_io.b);
  if constexpr (steps.wide) {
    if (!a_fits || !b_fits || has_unusual(tile_io)) {
      wide_steps<steps>(tile_io);
      return;
    }
  }
  if constexpr (steps.accumulator == AccumulatorType::f16) {
    if (!(tile_io.c_bound + tile * tile_io.a.bound * tile_io.b.bound < 65504.0f)) {
      general_steps<steps, true>(tile_io, fp16_ovfl ? 65504.0f : __builtin_inff());
      return;
    }
  }
  general_steps<steps, false>(tile_io, 0);
}

/// Packed results are rounded once, at the end.
template <AccumulatorType type>
void ieee_chain(Tile& tile_io) {
  multiply_add_chain(tile_io, -0.0f);
  if constexpr (type == AccumulatorType::f32) return;
  for (int i = 0; i < tile; ++i) {
    for (int column = 0; column < tile; column += width) {
      const F sum = load(&tile_io.c[i][column]);
      const I bits = bits_as_int(sum);
      const F bf16 = bits_as_float((bits + 0x7fff + ((bits >> 16) & 1)) & ~0xffff);
      store(&tile_io.c[i][column], type == AccumulatorType::f16 ? round_to_half(sum) : bf16);
    }
  }
}

/// The cells of rows and columns that the kernels did not take.
void patch_unusual(const FloatInstruction& instruction, const Operands& operands, Tile& tile_io) {
  for (int column = 0; column < tile; column += width) {
    store(&tile_io.unusual_columns[column],
          load(&tile_io.b.unusual[column]) | load(&tile_io.unusual_columns[column]));
  }
  patch_cells(instruction, operands, tile_io.a.unusual, tile_io.unusual_columns, tile_io.c);
}

template <Family family, Form form, WaveSize wave, Policy policy>
void float_wmma(const Operands& operands) {
  constexpr bool is_chain = chain_rules(family, form, policy, false).kind == ChainKind::fma;
  constexpr bool flush = family == Family::gfx11 && !is_chain;
  Tile tile_io;
  unpack_factors<family, form, wave, a_type(form), flush>(
      operands.a, factor_sign_flips(operands, 0), tile_io.a);
  unpack_factors<family, form, wave, b_type(form), flush>(
      operands.b, factor_sign_flips(operands, 1), tile_io.b);
  load_accumulators<family, form, wave, flush>(operands, tile_io);
  if constexpr (is_chain) {
    ieee_chain<accumulator_type(form)>(tile_io);
  } else {
    multiply<family, form, policy>(tile_io, operands.fp16_ovfl);
  }
  if (has_unusual(tile_io)) [[unlikely]] {
    patch_unusual({family, form, wave, policy}, operands, tile_io);
  }
  store_results<family, form, wave>(operands, tile_io.c);
}

template <Family family, Form form, WaveSize wave>
WmmaFunction of_policy(Policy policy) {
  if constexpr (is_integer(form)) {
    return &integer_wmma<family, form, wave>;
  } else {
    if (policy == Policy::ieee || (is_fp8(form) && policy == Policy::fp8_h4)) {
      return has_fused_multiply_add ? &float_wmma<family, form, wave, Policy::ieee> : nullptr;
    }
    if constexpr (is_fp8(form)) {
      if (policy == Policy::fp8_h2) return &float_wmma<family, form, wave, Policy::fp8_h2>;
      if (policy == Policy::fp8_h3) return &float_wmma<family, form, wave, Policy::fp8_h3>;
      if (policy == Policy::fp8_h5) return nullptr;
    }
    return &float_wmma<family, form, wave, Policy::silicon>;
  }
}

template <Family family, Form form>
WmmaFunction of_wave(WaveSize wave, Policy policy) {
  if constexpr (!exists(family, form)) {
    return nullptr;
  } else {
    return wave == WaveSize::w32 ? of_policy<family, form, WaveSize::w32>(policy)
                                 : of_policy<family, form, WaveSize::w64>(policy);
  }
}

template <Family family>
WmmaFunction of_form(Form form, WaveSize wave, Policy policy) {
  switch (form) {
    case Form::f32_f16:
      return of_wave<family, Form::f32_f16>(wave, policy);
    case Form::f32_bf16:
      return of_wave<family, Form::f32_bf16>(wave, policy);
    case Form::f16_f16:
      return of_wave<family, Form::f16_f16>(wave, policy);
    case Form::bf16_bf16:
      return of_wave<family, Form::bf16_bf16>(wave, policy);
    case Form::i32_iu8:
      return of_wave<family, Form::i32_iu8>(wave, policy);
    case Form::i32_iu4:
      return of_wave<family, Form::i32_iu4>(wave, policy);
    case Form::i32_iu4_k32:
      return of_wave<family, Form::i32_iu4_k32>(wave, policy);
    case Form::f32_fp8_fp8:
      return of_wave<family, Form::f32_fp8_fp8>(wave, policy);
    case Form::f32_fp8_bf8:
      return of_wave<family, Form::f32_fp8_bf8>(wave, policy);
    case Form::f32_bf8_fp8:
      return of_wave<family, Form::f32_bf8_fp8>(wave, policy);
    case Form::f32_bf8_bf8:
      return of_wave<family, Form::f32_bf8_bf8>(wave, policy);
  }
  return nullptr;
}

}  // namespace

WmmaFunction fast_function(Family family, Form form, WaveSize wave, Policy policy) {
  return family == Family::gfx11 ? of_form<Family::gfx11>(form, wave, policy)
                                 : of_form<Family::gfx12>(form, wave, policy);
}

}  // namespace tilewright::emu::wmma::TW_WMMA_ISA
