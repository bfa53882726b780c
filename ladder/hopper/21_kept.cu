// Rung 21: what L2 keeps
//
// Idea       Clusters that run at the same time read the same few rows of A and as many columns of
//            B, but a group of tiles walks along n: its rows of A are read for as long as it lasts,
//            a column of B once. And C is never read. So L2 is told to keep A, and to let B and C
//            go first. FP8 results come twice as fast for each byte of the operands, and push them
//            out.
// Changed    `keeps`: a word in every copy (parts/tma.hpp, parts/frame.hpp). FP8 to f32 gets tiles
//            192 long in place of 200: rows of whole sectors, and less power than 128.
// Costs      Nothing in registers. 16-bit operands gain nothing (1.014 to 1.007 of cuBLASLt), so
//            they are left as they are: there this is rung 20.
// Binds now  Power, most of it the multiplication's. Larger clusters were tried, and took what they
//            gave (docs/hopper-worklog.md).
// Next       Rung 22: a larger tile.
// SPDX-License-Identifier: MIT
#include "ladder/hopper/kernels.hpp"
#include "ladder/hopper/specialised.hpp"

constexpr auto tile_256 = tilewright::hopper::tma_tile("21_256");
constexpr auto tile_192 = tilewright::hopper::tma_tile("21_192");
constexpr auto tile_128 = tilewright::hopper::tma_tile("21_128");
TW_TMA_KERNELS_WITHOUT_VECTORS(21_256, specialised_gemm, tile_256)
TW_TMA_KERNELS_WITHOUT_VECTORS(21_192, specialised_gemm, tile_192)
TW_TMA_KERNELS(21_128, specialised_gemm, tile_128)
