// Rung 18: an early start
//
// Idea       Between the last store of one launch and the first load of the next the GPU does
//            nothing for 2 microseconds or more. A launch that is allowed to begin early
//            (programmatic dependent launch) starts a CTA wherever one has ended: it makes its
//            barriers and fetches its maps, and only then waits for the launch ahead.
// Changed    `early`: two instructions (parts/barrier.hpp), and an attribute of the launch.
// Costs      Nothing is reordered: the kernel touches memory when all that came before has ended.
//            A launch behind one of another library gains nothing.
// Binds now  Power, for K = 8192. At 2048x2048x2048 the first bytes and the last store.
// Next       Rung 19: a last wave that is full. Rung 20: work before the wait.
// SPDX-License-Identifier: MIT
#include "ladder/hopper/kernels.hpp"
#include "ladder/hopper/specialised.hpp"

constexpr auto tile_128_alone = tilewright::hopper::tma_tile("18_128_alone");
constexpr auto tile_128 = tilewright::hopper::tma_tile("18_128");
constexpr auto tile_200 = tilewright::hopper::tma_tile("18_200");
constexpr auto tile_256_balanced = tilewright::hopper::tma_tile("18_256_balanced");
TW_TMA_KERNELS(18_128_alone, specialised_gemm, tile_128_alone)
TW_TMA_KERNELS(18_128, specialised_gemm, tile_128)
TW_TMA_KERNELS_WITHOUT_VECTORS(18_200, specialised_gemm, tile_200)
TW_TMA_KERNELS_WITHOUT_VECTORS(18_256_balanced, specialised_gemm, tile_256_balanced)
