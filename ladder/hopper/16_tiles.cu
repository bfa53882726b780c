// Rung 16: tiles that divide the problem
//
// Idea       A last wave that is half empty costs half a tile's time. Three ways out, one of which
//            suits: tiles of another length (wgmma has any multiple of 8); the tiles that are left
//            over divided among all CTAs along K, sums handed over through L2; or, where the wave
//            is nearly full, the largest tile without a cluster.
// Changed    Three tiles, between which choose_kernel (launch.hpp) decides by counting cycles;
//            parts/share.hpp.
// Costs      A workspace for the sums, 17 MiB on an H200, and the time to hand them over:
//            20000 to 40000 cycles, more than a nearly full last wave wastes.
// Binds now  The matrix unit, for K = 8192: 97 to 98 % of all cycles. For small problems the start
//            and the end of the kernel, which nothing overlaps (docs/hopper-worklog.md).
// Next       Rung 17: no pause between tiles, and stores of any width beside the multiplication.
// SPDX-License-Identifier: MIT
#include "ladder/hopper/kernels.hpp"
#include "ladder/hopper/specialised.hpp"

constexpr auto tile_256 = tilewright::hopper::tma_tile("16_256");
constexpr auto tile_256_balanced = tilewright::hopper::tma_tile("16_256_balanced");
constexpr auto tile_200 = tilewright::hopper::tma_tile("16_200");
TW_TMA_KERNELS(16_256, specialised_gemm, tile_256)
TW_TMA_KERNELS(16_256_balanced, specialised_gemm, tile_256_balanced)
TW_TMA_KERNELS(16_200, specialised_gemm, tile_200)
