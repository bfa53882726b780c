// Rung 8: one buffer, twice the waves
//
// Idea       The second LDS buffer saves one barrier a slice and costs half of the LDS. With the
//            prefetches spread out, another workgroup on the same CU hides more than it does.
// Changed    `buffers` in rungs.hpp. The kernel is rung 7's (interleaved.hpp). One buffer is enough
//            because the next slice waits in registers, not in LDS, while this one is multiplied;
//            but its commit overwrites what was just read, so a barrier comes before it:
//            `if constexpr (T.buffers == 1) Sync::before()`, all that this rung adds.
// Costs      One barrier a slice. Buys 31.5 KiB of LDS instead of 63, 4 waves per SIMD instead of
//            2: 8.71 ms on gfx1201 after 9.85 (published: AMD, part 1, tables 13 and 14).
// Binds now  The tile: each element read still serves only 128 or 96 results.
// Next       A larger tile, which one buffer makes room for: tuned-192x224-4x2.
// SPDX-License-Identifier: MIT
#include "arch/native.hpp"
#include "ladder/rdna/interleaved.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(tile_of("8"))) void tw_fp16_rung_8(GemmArgs args) {
  interleaved_gemm<NativeFp16, tile_of("8")>(args);
}
