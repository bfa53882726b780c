// Rung 14: CTAs that stay
//
// Idea       As many CTAs as multiprocessors, each walking the tiles: while the consumers store one
//            tile, the producer already loads the next. Tiles are walked in groups of 16 rows of
//            tiles, as rung 6 does in groups of 8, so that what runs at the same time shares
//            strips in L2.
// Changed    `walk` and `group_m`: parts/schedule.hpp.
// Costs      Nothing, if the number of tiles is well above that of multiprocessors.
// Binds now  The epilogue: single words, 16 bytes of a sector at a time, while the matrix unit
//            idles.
// Next       Rung 15: let TMA write, and do not wait for it.
// SPDX-License-Identifier: MIT
#include "ladder/hopper/kernels.hpp"
#include "ladder/hopper/specialised.hpp"

constexpr auto tile_14 = tilewright::hopper::tma_tile("14");
TW_TMA_KERNELS(14, specialised_gemm, tile_14)
