// The kernels of a rung: one for each combination of types, all with the same tile.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/hopper/parts/types.hpp"
#include "ladder/hopper/rungs.hpp"

namespace tilewright::hopper {

using bf16 = Types<Input::bf16, float, Output::bf16>;
using f16 = Types<Input::f16, float, Output::f16>;
using f16_f16 = Types<Input::f16, F16Pair, Output::f16>;
using e4m3_f32 = Types<Input::e4m3, float, Output::f32, Scaling::tensor>;
using e4m3_bf16 = Types<Input::e4m3, float, Output::bf16, Scaling::tensor>;
using e4m3_f16 = Types<Input::e4m3, float, Output::f16, Scaling::tensor>;
using e4m3_f32_vectors = Types<Input::e4m3, float, Output::f32, Scaling::vectors>;
using e4m3_bf16_vectors = Types<Input::e4m3, float, Output::bf16, Scaling::vectors>;
using e4m3_f16_vectors = Types<Input::e4m3, float, Output::f16, Scaling::vectors>;

}  // namespace tilewright::hopper

/// tw_rung_<stem>_<types>: `gemm` for these types, with a tile known at compile time.
#define TW_TMA_KERNEL(stem, gemm, tile, types)                                            \
  extern "C" __global__ __launch_bounds__(tilewright::hopper::threads(tile), 1)           \
      __cluster_dims__((tile).cluster, 1, 1) void tw_rung_##stem##_##types(               \
          const __grid_constant__ tilewright::hopper::TensorMap map_a,                    \
          const __grid_constant__ tilewright::hopper::TensorMap map_b,                    \
          const __grid_constant__ tilewright::hopper::TensorMap map_c,                    \
          const __grid_constant__ tilewright::hopper::TmaArgs args) {                     \
    tilewright::hopper::gemm<tilewright::hopper::types, tile>(map_a, map_b, map_c, args); \
  }

/// For all types, FP8 with a factor for each operand.
#define TW_TMA_KERNELS_WITHOUT_VECTORS(stem, gemm, tile) \
  TW_TMA_KERNEL(stem, gemm, tile, bf16)                  \
  TW_TMA_KERNEL(stem, gemm, tile, f16)                   \
  TW_TMA_KERNEL(stem, gemm, tile, f16_f16)               \
  TW_TMA_KERNEL(stem, gemm, tile, e4m3_f32)              \
  TW_TMA_KERNEL(stem, gemm, tile, e4m3_bf16)             \
  TW_TMA_KERNEL(stem, gemm, tile, e4m3_f16)

/// And with a factor for each row and column.
#define TW_TMA_KERNELS(stem, gemm, tile)             \
  TW_TMA_KERNELS_WITHOUT_VECTORS(stem, gemm, tile)   \
  TW_TMA_KERNEL(stem, gemm, tile, e4m3_f32_vectors)  \
  TW_TMA_KERNEL(stem, gemm, tile, e4m3_bf16_vectors) \
  TW_TMA_KERNEL(stem, gemm, tile, e4m3_f16_vectors)
