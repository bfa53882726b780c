// Rung 3, padded: no two rows on the same banks
//
// Idea       ldmatrix reads eight rows of 16 bytes at once. Rows of 32 bytes meet on the same banks
//            after four; rows grown by 16 bytes do not meet (conflicts() in swizzle.hpp counts).
// Changed    The layout of shared memory, against rung 2.
// Costs      Half as much shared memory again. No occupancy: the registers bind.
// Binds now  A barrier for every 16 values of K.
// Next       The same without the memory: permuted.
// SPDX-License-Identifier: MIT
#include "arch/hopper.hpp"
#include "ladder/hopper/paired_store.hpp"
#include "ladder/hopper/swizzle.hpp"
#include "ladder/rdna/tiled.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(hopper::tile_of("3-padded")),
                                        1) void tw_fp16_rung_3_padded(GemmArgs args) {
  tiled_gemm<HopperFp16, hopper::tile_of("3-padded"), HopperParts>(args);
}
