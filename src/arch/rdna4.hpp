// RDNA 4 (gfx12): lane maps of the 16x16x16 WMMA, and the policies kernels are built on.
//
// The two halves of the wave hold different data: lanes 0-15 carry K values 0-7 of their row, lanes
// 16-31 carry 8-15, so a fragment is half as wide as on RDNA 3. Results are packed: a lane owns
// eight consecutive rows of its column.
// SPDX-License-Identifier: MIT
#pragma once

#include "arch/fp8.hpp"
#include "arch/lane_map.hpp"

namespace tilewright {

struct Rdna4Lanes {
  static constexpr int fragment_elems = 8;  ///< K values a lane holds
  static constexpr int accumulator_elems = 8;
  static constexpr int results = 8;            ///< cells of C a lane owns
  static constexpr bool rows_adjacent = true;  ///< its results are neighbours in a column of C

  template <Operand>
  static constexpr int fragment_row(int lane) {
    return lane % wmma_tile;
  }
  template <Operand>
  static constexpr int k_offset(int lane) {
    return 8 * (lane / wmma_tile);
  }
  static constexpr int first_result_row(int lane) { return 8 * (lane / wmma_tile); }
  static constexpr int result_row_step = 1;  ///< from one of its results to the next
  static constexpr int result_column(int lane) { return lane % wmma_tile; }
  static constexpr int element(int i) { return i; }
};
static_assert(is_sound_lane_map<Rdna4Lanes>());

}  // namespace tilewright

#ifdef __AMDGCN__
#include "arch/prelude.hpp"

namespace tilewright {

struct Rdna4Fp16 : Rdna4Lanes {
  using Element = half;  ///< of A and B
  using Result = half;   ///< of C
  using Fragment = Vector<half, fragment_elems>;
  using Accumulator = Vector<half, accumulator_elems>;
  static constexpr int tiles_per_accumulator = 1;

#ifdef __GFX12__
  __device__ static void mma(Accumulator& acc, const Fragment& a, const Fragment& b,
                             int /*which*/) {
    acc = __builtin_amdgcn_wmma_f16_16x16x16_f16_w32_gfx12(a, b, acc);
  }
#endif
  __device__ static Result result(const Accumulator& acc, int i, int /*which*/) {
    return acc[element(i)];
  }
};

/// Two operand formats, which need not be the same. A fragment is the eight K values of FP16 at
/// half the width: two registers of four, which the builtins take as integers. Products are
/// accumulated in FP32; there is no FP16 form.
template <Fp8 format_a, Fp8 format_b>
struct Rdna4Fp8 : Rdna4Lanes {
  using Element = unsigned char;  ///< a code of either format
  using Result = float;
  using Fragment = Vector<int, 2>;
  using Accumulator = Vector<float, accumulator_elems>;
  static constexpr int tiles_per_accumulator = 1;

#ifdef __GFX12__
  __device__ static void mma(Accumulator& acc, const Fragment& a, const Fragment& b,
                             int /*which*/) {
    if constexpr (format_a == Fp8::e4m3 && format_b == Fp8::e4m3) {
      acc = __builtin_amdgcn_wmma_f32_16x16x16_fp8_fp8_w32_gfx12(a, b, acc);
    } else if constexpr (format_a == Fp8::e4m3) {
      acc = __builtin_amdgcn_wmma_f32_16x16x16_fp8_bf8_w32_gfx12(a, b, acc);
    } else if constexpr (format_b == Fp8::e4m3) {
      acc = __builtin_amdgcn_wmma_f32_16x16x16_bf8_fp8_w32_gfx12(a, b, acc);
    } else {
      acc = __builtin_amdgcn_wmma_f32_16x16x16_bf8_bf8_w32_gfx12(a, b, acc);
    }
  }
#endif
  __device__ static Result result(const Accumulator& acc, int i, int /*which*/) {
    return acc[element(i)];
  }
};

}  // namespace tilewright
#endif
