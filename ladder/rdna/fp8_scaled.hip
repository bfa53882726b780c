// FP8 with scales: what a quantised network needs around the product
//
// Idea       One-byte numbers reach 448, so tensors are divided by a scale before they are
//            quantised, and the product is multiplied by it afterwards: one scale for a tensor, one
//            for each row of A and column of B, or one for each 1x128 of A and 128x128 of B.
// Changed    The epilogue (VectorScaledEpilogue in parts/scales.hpp): sums are scaled, and a bias
//            is added, in FP32, and only then narrowed to what C holds: FP32, FP16 or bfloat16.
//            With blocks the sums themselves cannot wait: each slice's are scaled and added to a
//            second set of accumulators (BlockScaledSlices), which the first then need not outgrow.
// Costs      Vectors: nothing in the loop. Blocks: a second set of accumulators, hence a smaller
//            tile, and a multiplication for each result and slice.
// Binds now  Blocks: the matrix unit waits while a slice is scaled, unless another workgroup uses
//            it.
// Next       Scaling one slice between the WMMAs of the next.
// SPDX-License-Identifier: MIT
#include "arch/rdna4.hpp"
#include "ladder/rdna/interleaved.hpp"
#include "ladder/rdna/parts/scales.hpp"
#include "ladder/rdna/scaled.hpp"

namespace tilewright {

inline constexpr Tile vector_tile = scaled_kernel(Scaling::vectors).tile;
inline constexpr Tile block_tile = scaled_kernel(Scaling::blocks).tile;

template <Fp8 a, Fp8 b>
__device__ __forceinline__ void vector_scaled(const ScaledGemmArgs& args) {
  interleaved_gemm<Rdna4Fp8<a, b>, vector_tile, VectorScaledParts>(args);
}
template <Fp8 a, Fp8 b>
__device__ __forceinline__ void block_scaled(const ScaledGemmArgs& args) {
  interleaved_gemm<Rdna4Fp8<a, b>, block_tile, BlockScaledParts>(args);
}

}  // namespace tilewright

using namespace tilewright;

#define TW_SCALED_KERNELS(suffix, a, b)                                                            \
  extern "C" __global__ __launch_bounds__(threads(vector_tile)) void tw_fp8_vector_scaled##suffix( \
      ScaledGemmArgs args) {                                                                       \
    vector_scaled<Fp8::a, Fp8::b>(args);                                                           \
  }                                                                                                \
  extern "C" __global__ __launch_bounds__(threads(block_tile)) void tw_fp8_block_scaled##suffix(   \
      ScaledGemmArgs args) {                                                                       \
    block_scaled<Fp8::a, Fp8::b>(args);                                                            \
  }

TW_SCALED_KERNELS(, e4m3, e4m3)
TW_SCALED_KERNELS(_e4m3_e5m2, e4m3, e5m2)
TW_SCALED_KERNELS(_e5m2_e4m3, e5m2, e4m3)
TW_SCALED_KERNELS(_e5m2_e5m2, e5m2, e5m2)
