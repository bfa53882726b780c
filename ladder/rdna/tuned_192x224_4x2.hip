// Tuned: 192x224, 4x2 waves
//
// Idea       Rung 8's kernel on the tile that AMD's sweep of gfx1201 settled on. A wider tile reads
//            less of A and B per result; eight waves share it, 21 WMMA tiles each.
// Changed    The tile's row in rungs.hpp, and on RDNA 3 the policy: 21 accumulators of 8 registers
//            do not fit beside the fragments and 13 staged chunks, so two share a set (OPSEL).
// Costs      58.5 KiB of LDS: one workgroup of 8 waves per CU. 7.73 ms on gfx1201 after 8.71, where
//            hipBLASLt takes 8.05 (published: AMD, part 1, table 17; not measured on RDNA 3).
// Binds now  What the tile does not fit: small and skinny matrices, which want other shapes.
// Next       A set of tiles and a choice per shape.
// SPDX-License-Identifier: MIT
#include "arch/native.hpp"
#include "ladder/rdna/interleaved.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(
    threads(tile_of("tuned-192x224-4x2"))) void tw_fp16_tuned_192x224_4x2(GemmArgs args) {
  interleaved_gemm<NativeFp16Packed, tile_of("tuned-192x224-4x2")>(args);
}
