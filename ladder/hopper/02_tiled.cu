// Rung 2: a tile worth its copies, and a software pipeline
//
// Idea       Four standard techniques at once. A block of 4x4 warps computes 256x256 of C, so an
//            element read once serves 256 results. Lanes copy 128 bits at a time. Two buffers let
//            the next slice come in while the current one is multiplied. The incoming slice waits
//            in registers until then (the staged commit).
// Changed    All of that. The kernel is RDNA's, ladder/rdna/tiled.hpp: nothing in it is about the
//            instruction.
// Costs      32 KiB of shared memory, 120 registers a thread: one block of 16 warps fills the
//            register file.
// Binds now  A barrier for every 16 values of K, and rows of shared memory that meet on the same
//            banks in pairs.
// Next       Rung 3: lay the rows out so that they do not.
// SPDX-License-Identifier: MIT
#include "arch/hopper.hpp"
#include "ladder/hopper/paired_store.hpp"
#include "ladder/hopper/swizzle.hpp"
#include "ladder/rdna/tiled.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(hopper::tile_of("2")),
                                        1) void tw_fp16_rung_2(GemmArgs args) {
  tiled_gemm<HopperFp16, hopper::tile_of("2"), HopperParts>(args);
}
