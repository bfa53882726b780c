// Rung 12: the longest wgmma
//
// Idea       A wgmma of 64x256 reads 320 rows for 16384 sums; one of 64x128 reads 192 for 8192. Two
//            warpgroups stacked on the same 256 rows of A make a tile of 256x128.
// Changed    block_m and stages.
// Costs      128 accumulators a thread and 192 KiB of stages: the shape that fills the
//            multiprocessor.
// Binds now  Each block still fetches all 384 rows from L2, and its neighbours fetch the same.
// Next       Rung 13: fetch once for two.
// SPDX-License-Identifier: MIT
#include "ladder/hopper/kernels.hpp"
#include "ladder/hopper/specialised.hpp"

constexpr auto tile_12 = tilewright::hopper::tma_tile("12");
TW_TMA_KERNELS(12, specialised_gemm, tile_12)
