// Rung 6: blocks that share what they read
//
// Idea       Blocks start in index order, so neighbours in index are resident together. Walking the
//            output in groups of eight rows lets them share strips of both operands in L2.
// Changed    group_rows in rungs.hpp: the order in parts/block_order.hpp, nothing else.
// Costs      A few scalar instructions a block. 11.94 ms on gfx1201 after 20.81 (published: AMD,
//            part 1, table 11).
// Binds now  All reads of the next slice are issued in one burst, and most of the multiply runs
//            with the memory system idle.
// Next       Rung 7: spread the burst over the multiply.
// SPDX-License-Identifier: MIT
#include "arch/native.hpp"
#include "ladder/rdna/bounded.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(tile_of("6"))) void tw_fp16_rung_6(GemmArgs args) {
  bounded_gemm<NativeFp16, tile_of("6")>(args);
}
