// Rung 13: clusters
//
// Idea       Two CTAs side by side along n need the same rows of A. Each fetches half of them and
//            TMA delivers both halves to both (multicast): a third fewer bytes out of L2.
// Changed    `cluster`. A stage is free only when both CTAs have multiplied it, so consumers report
//            to both producers (parts/cluster.hpp).
// Costs      The two run in step, and wait for each other. On the H200 it does not pay by itself:
//            about 1 % slower (docs/hopper-worklog.md). It is kept because smaller tiles, which
//            read more, cannot do without.
// Binds now  Between tiles everything stops: store, exit, launch, set up, first load.
// Next       Rung 14: CTAs that stay.
// SPDX-License-Identifier: MIT
#include "ladder/hopper/kernels.hpp"
#include "ladder/hopper/specialised.hpp"

constexpr auto tile_13 = tilewright::hopper::tma_tile("13");
TW_TMA_KERNELS(13, specialised_gemm, tile_13)
