// Rung 11: specialists
//
// Idea       One thread of a warpgroup of its own runs ahead and asks for loads as stages fall
//            free; two warpgroups multiply. Registers follow the work: the loaders give up most of
//            theirs (setmaxnreg), the multipliers take them.
// Changed    specialised.hpp: parts/producer.hpp and parts/consumer.hpp, which share barriers and
//            nothing else.
// Costs      128 threads that hardly run, 40 registers each. By itself it does not help large
//            problems on Hopper: rung 9's several blocks to a multiprocessor did as well.
// Binds now  Bytes: a 128x128 tile reads a byte for every 64 multiplications, of L2 as of shared
//            memory.
// Next       Rung 12: the longest wgmma there is.
// SPDX-License-Identifier: MIT
#include "ladder/hopper/kernels.hpp"
#include "ladder/hopper/specialised.hpp"

constexpr auto tile_11 = tilewright::hopper::tma_tile("11");
TW_TMA_KERNELS(11, specialised_gemm, tile_11)
