// Rung 22: a larger tile, rounded by halves
//
// Idea       What is left to save is what moves. 192x256 moves a fifth fewer bytes into shared
//            memory for each operation than 256x128, and a sixth fewer through L2 if the CTAs of a
//            pair lie above each other and share its longer side. But its sums take 192 of a
//            thread's registers: results cannot wait there for the next tile.
// Changed    `Store::halves`: a consumer's patch is two blocks of wgmmas. One is rounded and sent
//            while the other is multiplied, the last slice of this tile or the first of the next
//            (parts/halves.hpp). `side`: a cluster shares B instead of A. Strips are evened out
//            over two heights, 192 and 184 (Plan::even_out), so that the last is not in vain.
// Costs      A second copy of the loop. FP8 gains nothing: a tile takes half as long there, and
//            what it loses to its results weighs twice. It stays with rung 21, and so do products
//            that large tiles divide badly.
// Binds now  Power. A tile takes some 2700 cycles of 197 000 longer than its wgmmas (K = 8192),
//            and where is not known.
// SPDX-License-Identifier: MIT
#include "ladder/hopper/kernels.hpp"
#include "ladder/hopper/specialised.hpp"

constexpr auto tile_192 = tilewright::hopper::tma_tile("22_192");
TW_TMA_KERNELS_WITHOUT_FP8(22_192, specialised_gemm, tile_192)
