// Rung 2: a tile worth its copies, and a software pipeline
//
// Idea       Four standard techniques at once. A workgroup of 4x4 waves computes 256x256 of C, so
//            an element read once serves 256 results. Lanes copy 128 bits at a time. Two LDS
//            buffers let the next slice come in while the current one is multiplied. The incoming
//            slice waits in registers until then (the staged commit).
// Changed    All of that; it is the one rung that changes more than one thing. The loop it reaches,
//            in tiled.hpp, is the loop of every later rung.
// Costs      32 KiB of LDS and sixteen accumulators a wave. RDNA 3, whose accumulators are twice as
//            wide, keeps 8 waves per SIMD where RDNA 4 keeps 12. 30.25 ms on gfx1201 after 150.12
//            (published: AMD, part 1, tables 4 and 5).
// Binds now  A barrier for every 16 values of K, and rows of LDS that share banks.
// Next       Rung 3: lay the rows out so that they do not.
// SPDX-License-Identifier: MIT
#include "arch/native.hpp"
#include "ladder/rdna/tiled.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(tile_of("2"))) void tw_fp16_rung_2(GemmArgs args) {
  tiled_gemm<NativeFp16, tile_of("2")>(args);
}
