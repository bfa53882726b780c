// Rung 10: stages
//
// Idea       Four slices of K are in flight. Two barriers a stage say when its bytes have landed
//            and when they have been multiplied, so that nobody waits for anybody else.
// Changed    `stages`; one wgmma group stays in flight while the stage before it is filled again.
// Costs      128 KiB of shared memory, so one block to a multiprocessor: what rung 9 got from its
//            neighbours must now come from the stages.
// Binds now  The thread that asks for loads also multiplies: it asks late, once a slice.
// Next       Rung 11: a warpgroup that does nothing else.
// SPDX-License-Identifier: MIT
#include "ladder/hopper/kernels.hpp"
#include "ladder/hopper/one_role.hpp"

constexpr auto tile_10 = tilewright::hopper::tma_tile("10");
TW_TMA_KERNELS(10, one_role_gemm, tile_10)
