// Rung 17: tiles in turn
//
// Idea       Two consumers that share a tile end it together, and then the matrix unit waits until
//            both have rounded. Given a tile each, one has the other's whole multiplication to
//            round and store its own, whatever the results' width.
// Changed    team: parts/consumer.hpp, run_in_turn. Each stage is one consumer's, who hands the
//            matrix unit over when its last wgmma is issued. Results leave at once, in boxes.
// Costs      A consumer holds the sums of a whole tile, so tiles are half as large: 128x128 or
//            200x128, more bytes for each operation. A cluster and an order of tiles in which
//            neighbours read the same rows at the same time keep L2 up with it.
// Binds now  Power, for K = 8192. For small problems the start and the end of the kernel.
// Next       Rung 18: begin earlier.
// SPDX-License-Identifier: MIT
#include "ladder/hopper/kernels.hpp"
#include "ladder/hopper/specialised.hpp"

constexpr auto tile_128 = tilewright::hopper::tma_tile("17_128");
constexpr auto tile_200 = tilewright::hopper::tma_tile("17_200");
TW_TMA_KERNELS(17_128, specialised_gemm, tile_128)
TW_TMA_KERNELS_WITHOUT_VECTORS(17_200, specialised_gemm, tile_200)
