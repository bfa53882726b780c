// Rung 5: depth instead of width
//
// Idea       A slice of 64 values of K has a quarter of the barriers. It takes four times the
// shared
//            memory for each row, so the tile shrinks to 128x128 and four warps of 64x64.
// Changed    The tile's row in portable.hpp. RDNA's tile at this rung, 128x96, would spend more
//            cycles on reading shared memory here than on multiplying.
// Costs      72 KiB of shared memory, more than a block gets without asking. An element read serves
//            128 results instead of 256.
// Binds now  Blocks that run together read different strips of A and B.
// Next       Rung 6: launch neighbours together.
// SPDX-License-Identifier: MIT
#include "arch/hopper.hpp"
#include "ladder/hopper/paired_store.hpp"
#include "ladder/hopper/swizzle.hpp"
#include "ladder/rdna/bounded.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(hopper::tile_of("5")), 3) void tw_fp16_rung_5(
    GemmArgs args) {
  bounded_gemm<HopperFp16, hopper::tile_of("5"), HopperParts>(args);
}

extern "C" __global__ __launch_bounds__(
    threads(hopper::tile_of("5")), 2) void tw_fp16_rung_5_unaligned(GemmArgs args) {
  bounded_gemm<AnyAlignment<HopperFp16>, hopper::tile_of("5"), HopperParts>(args);
}
