// Rung 9: tensors move themselves
//
// Idea       One thread names a box of each operand and the copy engine (TMA) fetches it, swizzled
//            and with zeros outside; 128 threads together issue wgmma, which reads both operands
//            out of shared memory. No register holds an operand, and no thread computes an address.
// Changed    Everything below the walk over C, against rung 8: parts/tma.hpp, parts/barrier.hpp,
//            parts/wgmma.hpp. C's columns are wgmma's rows (tile.hpp says why).
// Costs      32 KiB of shared memory, 128 accumulators a thread. Rows must be aligned to 16 bytes:
//            TMA reads nothing else, and such problems stay with rung 8.
// Binds now  One stage: the matrix unit waits for each load, and the loads wait for it. Other
//            blocks on the multiprocessor hide most of it, as they did in rung 8.
// Next       Rung 10: more stages than one.
// SPDX-License-Identifier: MIT
#include "ladder/hopper/kernels.hpp"
#include "ladder/hopper/one_role.hpp"

constexpr auto tile_9 = tilewright::hopper::tma_tile("9");
TW_TMA_KERNELS(9, one_role_gemm, tile_9)
