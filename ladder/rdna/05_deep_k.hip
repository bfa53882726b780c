// Rung 5: tile area for depth of K
//
// Idea       Hold four WMMA steps of K in LDS instead of one: four times the arithmetic between
//            barriers. 64 KiB of LDS then allow 128x96 of C, a tile that only rung 4 makes legal,
//            because 96 divides hardly anything.
// Changed    The tile's row in rungs.hpp. The kernel is rung 4's.
// Costs      63 KiB of LDS: one workgroup per CU, 2 waves per SIMD instead of 8. Registers near the
//            limit. Faster all the same: 20.81 ms on gfx1201 after 30.25 (published: AMD, part 1,
//            tables 9 and 10).
// Binds now  Memory: blocks that run together read a whole row of strips of B.
// Next       Rung 6: choose which blocks run together.
// SPDX-License-Identifier: MIT
#include "arch/native.hpp"
#include "ladder/rdna/bounded.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(tile_of("5"))) void tw_fp16_rung_5(GemmArgs args) {
  bounded_gemm<NativeFp16, tile_of("5")>(args);
}
