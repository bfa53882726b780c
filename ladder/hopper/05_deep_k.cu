// Rung 5: four steps of K
//
// Idea       A slice of 64 values of K has a quarter of the barriers. RDNA's 64 KiB of LDS make it
//            pay with a smaller tile; here 147 KiB are to be had, and the tile stays.
// Changed    The tile's row in portable.hpp: block_k, and half the warps, each with a patch of
//            64x128. A larger patch reads less of shared memory for each product, which is what
//            binds: at 64x64 the pipe to shared memory would be busier than the tensor cores.
// Costs      147 KiB of shared memory and nearly all registers a thread can name: one block of
//            eight warps has the multiprocessor to itself.
// Binds now  Blocks that run together read different strips of A and B.
// Next       Rung 6: launch neighbours together.
// SPDX-License-Identifier: MIT
#include "arch/hopper.hpp"
#include "ladder/hopper/paired_store.hpp"
#include "ladder/hopper/swizzle.hpp"
#include "ladder/rdna/bounded.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(hopper::tile_of("5")),
                                        1) void tw_fp16_rung_5(GemmArgs args) {
  bounded_gemm<HopperFp16, hopper::tile_of("5"), HopperParts>(args);
}
