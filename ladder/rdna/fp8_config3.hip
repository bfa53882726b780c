// FP8, configuration 3: eight WMMA steps of K between barriers
//
// Idea       128 values of K in LDS halve the barriers. 256x160 is what fits beside them; 4x2 waves
//            divide it, 4x4 would leave each wave two and a half WMMA tiles.
// Changed    The tile's row in rungs.hpp. A fold has 160 steps and carries 13 chunks.
// Costs      58.5 KiB of LDS, one workgroup of eight waves per CU, and 20 accumulators: registers
//            bind before LDS does. 4.47 ms after 4.78 (published: AMD, part 2, table 1).
// Binds now  A long tile reads more of A and B per result than a square one of its area.
// Next       Configuration 4: square.
// SPDX-License-Identifier: MIT
#include "ladder/rdna/fp8.hpp"

TW_FP8_KERNELS(tw_fp8_config3, "fp8-config3")
