// FP8, configuration 4: a square tile
//
// Idea       192x192 on 2x4 waves: nearly the area of configuration 3, with two accumulators and
//            one chunk a wave less.
// Changed    The tile's row in rungs.hpp. A fold has 144 steps and carries 12 chunks.
// Costs      54 KiB of LDS, still one workgroup of eight waves per CU. 4.39 ms after 4.47, where
//            hipBLASLt takes 4.22 (published: AMD, part 2, table 1). On 3072x4096x8192
//            configuration 3 wins: 0.86 ms against 0.89, hipBLASLt 1.16 (table 4).
// Binds now  No one tile suits every shape.
// Next       Scales: what a quantised network needs around the product (fp8_scaled.hip).
// SPDX-License-Identifier: MIT
#include "ladder/rdna/fp8.hpp"

TW_FP8_KERNELS(tw_fp8_config4, "fp8-config4")
