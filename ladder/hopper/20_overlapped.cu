// Rung 20: launches that overlap
//
// Idea       In a stream of products the last wave of one need not be empty: wherever a CTA has
//            ended, the next product's can load and multiply. Only what it writes must wait until
//            the launch ahead has ended, and by the time the first tile is done it has.
// Changed    `start`: the consumers wait for the launch ahead before their first store instead of
//            everyone before the first load (parts/consumer.hpp). Waves that are not full cost
//            nothing any more, so the tile that draws least power can be taken for almost all
//            shapes: the largest, in an order that reads squares of C.
// Costs      A promise of whoever launches it: that nothing still to run or running ahead of it in
//            the stream writes A or B. (C may be anything's, also the same for all launches.) A
//            single product gains nothing.
// Binds now  Power, and the wgmmas themselves.
// Next       Rung 21: fewer reads of DRAM for FP8.
// SPDX-License-Identifier: MIT
#include "ladder/hopper/kernels.hpp"
#include "ladder/hopper/specialised.hpp"

constexpr auto tile_256 = tilewright::hopper::tma_tile("20_256");
constexpr auto tile_200 = tilewright::hopper::tma_tile("20_200");
constexpr auto tile_128 = tilewright::hopper::tma_tile("20_128");
TW_TMA_KERNELS_WITHOUT_VECTORS(20_256, specialised_gemm, tile_256)
TW_TMA_KERNELS_WITHOUT_VECTORS(20_200, specialised_gemm, tile_200)
TW_TMA_KERNELS(20_128, specialised_gemm, tile_128)
