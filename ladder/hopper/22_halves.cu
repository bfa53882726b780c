// Rung 22: a larger tile, rounded by halves
//
// Idea       What is left to save is what moves. 192x256 moves a fifth fewer bytes into shared
//            memory for each operation than 256x128, and a sixth fewer through L2 if the CTAs of a
//            pair lie above each other and share its longer side. But its sums take 192 of a
//            thread's registers: results cannot wait there for the next tile.
// Changed    `Store::halves`: a consumer's patch is two blocks of wgmmas. One is rounded into boxes
//            while the other is multiplied, the last slice of this tile or the first two of the
//            next (parts/halves.hpp). Warps of the producer's warpgroup, idle so far, send the
//            boxes (parts/sending_warp.hpp), as what makes them visible to TMA would wait for the
//            consumer's wgmmas. `side`: a cluster shares B instead of A. Strips are evened out over
//            two heights, 192 and 184 (Plan::even_out), so that the last is not in vain.
// Costs      A second copy of the loop, and twelve of a CTA's 16 barriers. A factor is read at
//            once, so that, like A and B, it must be there already. Small products stay with rung
//            21, where large tiles divide them badly.
// Binds now  Power: of the cycles 98.7 % are wgmmas' (bfloat16, 8192x8192x8192). With FP8 to f32
//            94 % are: a tile has 192 KiB of results, which leave by some 26 bytes a cycle.
// SPDX-License-Identifier: MIT
#include "ladder/hopper/kernels.hpp"
#include "ladder/hopper/specialised.hpp"

constexpr auto tile_192 = tilewright::hopper::tma_tile("22_192");
TW_TMA_KERNELS_WITHOUT_VECTORS(22_192, specialised_gemm, tile_192)
