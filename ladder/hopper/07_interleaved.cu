// Rung 7: the fold
//
// Idea       The reads of the next slice stand between the matrix instructions of this one, and
//            each fragment is read one step before its use (ladder/rdna/parts/fold.hpp).
// Changed    The order of the main loop. And the patch is turned, 128x64: the fold holds a fragment
//            for each of its columns of tiles, so few columns leave more registers.
// Costs      On RDNA the order of the source is nearly what runs; here ptxas schedules once more.
//            Left to itself it moved every load down to its use, to save registers; told how many
//            blocks are to be resident (the 1 in the launch bounds), it leaves them where they are.
// Binds now  Registers: 64 of 255 hold the slice that is on its way.
// Next       Rung 8: do without those.
// SPDX-License-Identifier: MIT
#include "arch/hopper.hpp"
#include "ladder/hopper/paired_store.hpp"
#include "ladder/hopper/swizzle.hpp"
#include "ladder/rdna/interleaved.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(hopper::tile_of("7")),
                                        1) void tw_fp16_rung_7(GemmArgs args) {
  interleaved_gemm<HopperFp16, hopper::tile_of("7"), HopperParts>(args);
}
