// Rung 8: one buffer
//
// Idea       The second buffer saves one barrier a slice and costs half of the shared memory. With
//            another block on the same multiprocessor there is something else to do at a barrier.
// Changed    `buffers` in portable.hpp. As it is the last rung for any alignment, it also comes
// with
//            FP32 accumulation and for bfloat16: rungs 9 and up send what TMA cannot read here.
// Costs      One barrier a slice.
// Binds now  mma.sync itself: it reaches some 60 % of what Hopper's tensor cores can do.
// Next       Rung 9: wgmma, which multiplies out of shared memory, four warps at a time.
// SPDX-License-Identifier: MIT
#include "arch/hopper.hpp"
#include "ladder/hopper/paired_store.hpp"
#include "ladder/hopper/swizzle.hpp"
#include "ladder/rdna/interleaved.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(hopper::tile_of("8")), 3) void tw_fp16_rung_8(
    GemmArgs args) {
  interleaved_gemm<HopperFp16, hopper::tile_of("8"), HopperParts>(args);
}

extern "C" __global__ __launch_bounds__(
    threads(hopper::tile_of("8")), 2) void tw_fp16_rung_8_unaligned(GemmArgs args) {
  interleaved_gemm<AnyAlignment<HopperFp16>, hopper::tile_of("8"), HopperParts>(args);
}

extern "C" __global__ __launch_bounds__(threads(hopper::tile_of("8")), 2) void tw_fp16_f32_rung_8(
    GemmArgs args) {
  interleaved_gemm<HopperFp16F32, hopper::tile_of("8"), HopperParts>(args);
}

extern "C" __global__ __launch_bounds__(
    threads(hopper::tile_of("8")), 2) void tw_fp16_f32_rung_8_unaligned(GemmArgs args) {
  interleaved_gemm<AnyAlignment<HopperFp16F32>, hopper::tile_of("8"), HopperParts>(args);
}

extern "C" __global__ __launch_bounds__(threads(hopper::tile_of("8")), 2) void tw_bf16_rung_8(
    GemmArgs args) {
  interleaved_gemm<HopperBf16, hopper::tile_of("8"), HopperParts>(args);
}

extern "C" __global__ __launch_bounds__(
    threads(hopper::tile_of("8")), 2) void tw_bf16_rung_8_unaligned(GemmArgs args) {
  interleaved_gemm<AnyAlignment<HopperBf16>, hopper::tile_of("8"), HopperParts>(args);
}
