// Rung 4: bounded loads, and any shape
//
// Idea       RDNA's buffer resources check every access against the end of the matrix. Here a
//            comparison beside each load and store does the same (prelude_cuda.hpp), and M, N and
//            K may be anything.
// Changed    How operands are read and C is written, and a last short slice of K. Wide loads need
//            aligned rows on NVIDIA, so there is a second kernel for rows that start anywhere: it
//            reads element by element.
// Costs      A compare and a select for each 16 bytes.
// Binds now  As before: a barrier for every 16 values of K.
// Next       Rung 5: more K between two barriers.
// SPDX-License-Identifier: MIT
#include "arch/hopper.hpp"
#include "ladder/hopper/paired_store.hpp"
#include "ladder/hopper/swizzle.hpp"
#include "ladder/rdna/bounded.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(hopper::tile_of("4")),
                                        1) void tw_fp16_rung_4(GemmArgs args) {
  bounded_gemm<HopperFp16, hopper::tile_of("4"), HopperParts>(args);
}

extern "C" __global__ __launch_bounds__(threads(hopper::tile_of("4")),
                                        1) void tw_fp16_rung_4_unaligned(GemmArgs args) {
  bounded_gemm<AnyAlignment<HopperFp16>, hopper::tile_of("4"), HopperParts>(args);
}
