// Rung 15: results leave late
//
// Idea       Rounded to 16 bits, the results of a tile fit in the registers that wgmma leaves. So
//            they wait there while the first slices of the next tile are multiplied, and with each
//            of those a part of them goes through shared memory (stmatrix) and out by TMA, in whole
//            lines. f32 results do not fit beside a tile this large; they are staged at once.
// Changed    `store`: parts/staged_store.hpp, and the loop of parts/consumer.hpp.
// Costs      32 KiB of shared memory for boxes, 64 registers.
// Binds now  In the middle of a tile the matrix unit works 99.8 % of the time. What is left:
//            rounding between tiles (0.7 % at K = 8192), the start (4400 cycles), the end (3200),
//            and a last wave that is seldom full.
// Next       Rung 16: tiles that divide the problem.
// SPDX-License-Identifier: MIT
#include "ladder/hopper/kernels.hpp"
#include "ladder/hopper/specialised.hpp"

constexpr auto tile_15 = tilewright::hopper::tma_tile("15");
TW_TMA_KERNELS(15, specialised_gemm, tile_15)
