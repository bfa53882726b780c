// Rung 3, padded: rows that start in different banks
//
// Idea       LDS has 32 banks of four bytes. At a row of 32 bytes, every fourth row starts in the
//            same bank, and sixteen lanes reading sixteen rows take turns. Sixteen unused bytes at
//            the end of each row shift each row against the one before.
// Changed    The layout of LDS (parts/lds_layout.hpp), nothing else.
// Costs      Half as much LDS again: 48 KiB. One workgroup fits instead of two, which takes RDNA 4
//            from 12 waves per SIMD to 8. The time does not move: 30.25 ms on gfx1201 (published:
//            AMD, part 1, tables 7 and 8). It pays later, when a barrier covers more reads.
// Binds now  As before: a barrier for every 16 values of K.
// Next       Rung 3, permuted: the same cure without the space.
// SPDX-License-Identifier: MIT
#include "arch/native.hpp"
#include "ladder/rdna/tiled.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(tile_of("3-padded"))) void tw_fp16_rung_3_padded(
    GemmArgs args) {
  tiled_gemm<NativeFp16, tile_of("3-padded")>(args);
}
