// Rung 3, permuted: the same rows in another order
//
// Idea       Instead of growing a row, permute it: its pieces of 16 bytes trade places by XOR with
//            the row's number, counted in laps round the banks (swizzle.hpp). RDNA's permutation
//            goes by the row itself and would leave ldmatrix as it was.
// Changed    The layout of shared memory, against rung 2.
// Costs      No shared memory, some address arithmetic.
// Binds now  As before: a barrier for every 16 values of K.
// Next       Rung 4. It pads, because the fold of rung 7 wants a constant step from one fragment to
//            the next.
// SPDX-License-Identifier: MIT
#include "arch/hopper.hpp"
#include "ladder/hopper/paired_store.hpp"
#include "ladder/hopper/swizzle.hpp"
#include "ladder/rdna/tiled.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(hopper::tile_of("3-permuted")),
                                        1) void tw_fp16_rung_3_permuted(GemmArgs args) {
  tiled_gemm<HopperFp16, hopper::tile_of("3-permuted"), HopperParts>(args);
}
