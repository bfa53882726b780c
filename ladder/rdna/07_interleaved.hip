// Rung 7: prefetches between the WMMAs
//
// Idea       The wave runs its 48 WMMAs of a slice in a fixed order, the fold, and issues one read
//            of the next slice before each of the first ones, instead of all in a burst. What they
//            bring stays in registers until the slice is multiplied, as since rung 2. Each LDS
//            read is issued one WMMA before its use. The wave's priority is raised around the WMMA,
//            so that reads fill the issue slots the matrix unit leaves.
// Changed    The inner loop (parts/fold.hpp), unrolled at compile time because registers cannot be
//            indexed; addresses hoisted out of it (parts/operand_reader.hpp).
// Costs      Nothing: fewer registers than rung 6, same LDS. 9.85 ms on gfx1201 after 11.94
//            (published: AMD, part 1, tables 12 and 13).
// Binds now  Two waves per SIMD, because two buffers fill LDS.
// Next       Rung 8: is the second buffer worth it?
// SPDX-License-Identifier: MIT
#include "arch/native.hpp"
#include "ladder/rdna/interleaved.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(tile_of("7"))) void tw_fp16_rung_7(GemmArgs args) {
  interleaved_gemm<NativeFp16, tile_of("7")>(args);
}
