// Rung 3, permuted: the same rows in another order
//
// Idea       Instead of growing a row, permute it: its blocks of one fragment each trade places by
//            XOR with the row's number (parts/lds_layout.hpp).
// Changed    The layout of LDS, against rung 2.
// Costs      No LDS, so RDNA 4 keeps its 12 waves per SIMD; some address arithmetic. It wins
//            nothing at this depth of K: 2.00 clocks of conflicts a WMMA on gfx1201, as in rung 2
//            (counted: docs/ladder.md). Rows that meet in a bank are four apart, and with two
//            blocks a row both of them trade or neither does; on RDNA 3 a fragment fills the whole
//            row and there is nothing to trade. With four blocks, at 64 values of K, all conflicts
//            go. 30.37 ms on gfx1201 (published: AMD, part 1, tables 6 to 8).
// Binds now  As before: a barrier for every 16 values of K.
// Next       Rung 4. It pads: padding works for any fragment, and the depth of K that rung 5 buys
//            is worth more than the occupancy that padding costs.
// SPDX-License-Identifier: MIT
#include "arch/native.hpp"
#include "ladder/rdna/tiled.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(
    threads(tile_of("3-permuted"))) void tw_fp16_rung_3_permuted(GemmArgs args) {
  tiled_gemm<NativeFp16, tile_of("3-permuted")>(args);
}
