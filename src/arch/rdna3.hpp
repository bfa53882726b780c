// RDNA 3 and 3.5 (gfx11): lane maps of the 16x16x16 WMMA, and the policies kernels are built on.
//
// The two halves of the wave share operand data: lanes 16-31 must hold a copy of what lanes 0-15
// hold, so every lane carries all 16 K values of its row. Results are not shared: a lane owns every
// second row of its column, one per 32-bit register, in the half that OPSEL selects. The other half
// of each register goes unused, unless a second output tile is put there (Rdna3Fp16Packed).
// SPDX-License-Identifier: MIT
#pragma once

#include "arch/lane_map.hpp"

namespace tilewright {

struct Rdna3Lanes {
  static constexpr int fragment_elems = 16;  ///< K values a lane holds
  static constexpr int accumulator_elems = 16;
  static constexpr int results = 8;             ///< cells of C a lane owns
  static constexpr bool rows_adjacent = false;  ///< its results are not neighbours in a column

  template <Operand>
  static constexpr int fragment_row(int lane) {
    return lane % wmma_tile;
  }
  template <Operand>
  static constexpr int k_offset(int /*lane*/) {
    return 0;
  }
  static constexpr int first_result_row(int lane) { return lane / wmma_tile; }
  static constexpr int result_row_step = 2;  ///< from one of its results to the next
  static constexpr int result_column(int lane) { return lane % wmma_tile; }
  static constexpr int element(int i) { return 2 * i; }
};
static_assert(is_sound_lane_map<Rdna3Lanes>());

}  // namespace tilewright

#ifdef __AMDGCN__
#include "arch/prelude.hpp"

namespace tilewright {

struct Rdna3Fp16 : Rdna3Lanes {
  using Element = half;  ///< of A and B
  using Result = half;   ///< of C
  using Fragment = Vector<half, fragment_elems>;
  using Accumulator = Vector<half, accumulator_elems>;
  static constexpr int tiles_per_accumulator = 1;

#ifdef __GFX11__
  __device__ static void mma(Accumulator& acc, const Fragment& a, const Fragment& b,
                             int /*which*/) {
    acc = __builtin_amdgcn_wmma_f16_16x16x16_f16_w32(a, b, acc, /*OPSEL=*/false);
  }
#endif
  __device__ static Result result(const Accumulator& acc, int i, int /*which*/) {
    return acc[element(i)];
  }
};

/// Two output tiles in one set of registers: OPSEL chooses the half that the instruction reads C
/// from and writes D to, and the tied builtin keeps the other half. It halves the registers that
/// accumulators need, which is what lets the 192x224 tile fit.
struct Rdna3Fp16Packed : Rdna3Fp16 {
  static constexpr int tiles_per_accumulator = 2;

#ifdef __GFX11__
  __device__ static void mma(Accumulator& acc, const Fragment& a, const Fragment& b, int which) {
    // OPSEL is part of the instruction. `which` is a constant wherever the loop round it is
    // unrolled, and one of the two calls disappears.
    acc = which ? __builtin_amdgcn_wmma_f16_16x16x16_f16_tied_w32(a, b, acc, /*OPSEL=*/true)
                : __builtin_amdgcn_wmma_f16_16x16x16_f16_tied_w32(a, b, acc, /*OPSEL=*/false);
  }
#endif
  __device__ static Result result(const Accumulator& acc, int i, int which) {
    return acc[element(i) + which];
  }
};

}  // namespace tilewright
#endif
