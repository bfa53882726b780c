// FP8, configuration 1: rung 8 with one-byte elements
//
// Idea       RDNA 4 multiplies one-byte floats at twice the rate of FP16. A fragment is still eight
//            values of K, in two registers instead of four; 128 bits are sixteen values, so each
//            operand is copied in half as many chunks.
// Changed    The policy: Rdna4Fp8 for NativeFp16. The tile is rung 8's, the kernel is rung 7's. The
//            accumulator is FP32, since there is no other, and so is C.
// Costs      17.5 KiB of LDS where FP16 takes 31.5. 5.01 ms on gfx1201 for M = N = K = 8192, where
//            hipBLASLt takes 4.22 (published: AMD, part 2, table 1).
// Binds now  The tile was cut to fit FP16 into LDS, and 46.5 KiB of it lie idle now.
// Next       Configuration 2: spend them on area.
// SPDX-License-Identifier: MIT
#include "ladder/rdna/fp8.hpp"

TW_FP8_KERNELS(tw_fp8_config1, "fp8-config1")
