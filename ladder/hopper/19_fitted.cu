// Rung 19: strips of two heights
//
// Idea       Tiles of one size fill the last wave badly: 4096x4096 is 7.76 waves of 128x128. Cut
//            into strips of 128 and 120 rows instead, as many as make whole waves: 33, for eight.
// Changed    `fitted`: the order of the tiles (Plan::fit), and a second copy of the loop for the
//            shorter ones. Strips begin at multiples of eight rows; each column of tiles starts
//            with another strip, so that a cluster gets both heights. Where that should not
//            be faster, or A does not stay in L2, rung 18's kernels stay.
// Costs      Nothing in registers. A shorter wgmma reads more shared memory for each operation, and
//            columns are walked whole, so A must stay in L2.
// Binds now  What rung 18 is bound by.
// Next       Rung 20: no last wave at all.
// SPDX-License-Identifier: MIT
#include "ladder/hopper/kernels.hpp"
#include "ladder/hopper/specialised.hpp"

constexpr auto tile_128 = tilewright::hopper::tma_tile("19_128");
TW_TMA_KERNELS(19_128, specialised_gemm, tile_128)
