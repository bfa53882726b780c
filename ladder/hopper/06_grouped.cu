// Rung 6: neighbours run together
//
// Idea       Blocks start in index order. Walked in groups of eight rows of blocks, those that run
//            at the same time share the strips that they read, and L2 serves them.
// Changed    `group_rows` in portable.hpp.
// Costs      A few integer instructions a block.
// Binds now  All loads of a slice are issued at once, and its fragments wait for shared memory.
// Next       Rung 7: spread them out.
// SPDX-License-Identifier: MIT
#include "arch/hopper.hpp"
#include "ladder/hopper/paired_store.hpp"
#include "ladder/hopper/swizzle.hpp"
#include "ladder/rdna/bounded.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(hopper::tile_of("6")),
                                        1) void tw_fp16_rung_6(GemmArgs args) {
  bounded_gemm<HopperFp16, hopper::tile_of("6"), HopperParts>(args);
}
