// FP8, configuration 2: the tile that FP16 had no LDS for
//
// Idea       256x256 with 64 values of K takes 80 KiB at FP16 and 40 KiB at FP8. An element read
//            now serves 256 results instead of 128 or 96.
// Changed    The tile's row in rungs.hpp, with 4x4 waves of 4x4 WMMA tiles each.
// Costs      40 KiB of LDS, and 128 registers for accumulators, which are twice as wide as FP16's.
//            4.78 ms after 5.01 (published: AMD, part 2, table 1).
// Binds now  A barrier for every four WMMA steps of K, of sixteen waves.
// Next       Configuration 3: deeper instead of larger.
// SPDX-License-Identifier: MIT
#include "ladder/rdna/fp8.hpp"

TW_FP8_KERNELS(tw_fp8_config2, "fp8-config2")
