// Rung 8: one buffer less
//
// Idea       RDNA's rung 8 gives up the buffer that stands in the way of more waves, the second one
//            in LDS. On Hopper that buffer is the one in registers, where a slice waits for its
//            commit. cp.async copies from global to shared memory past the registers.
// Changed    The reader (async_reader.hpp): prefetch and commit mean something else, the kernel is
//            rung 7's. With the registers, a block of four warps does, and two blocks share a
//            multiprocessor: one multiplies while the other stands at its barrier.
// Costs      cp.async has no form for unaligned rows: those keep the detour. As the last rung for
//            any alignment this one also comes for bfloat16 and FP8 and with FP32 sums, on a
//            smaller tile: rungs 9 and up send here what TMA cannot read.
// Binds now  mma.sync itself. From registers alone it reaches about 605 TFLOP/s on an H200, where
//            wgmma reaches 800.
// Next       Rung 9: wgmma, which multiplies out of shared memory, four warps at a time.
// SPDX-License-Identifier: MIT
#include "arch/hopper.hpp"
#include "ladder/hopper/async_reader.hpp"
#include "ladder/hopper/paired_store.hpp"
#include "ladder/hopper/swizzle.hpp"
#include "ladder/rdna/interleaved.hpp"

using namespace tilewright;

/// tw_<name>_rung_8, for rows at multiples of 16 bytes.
#define TW_RUNG_8(name, Policy, tile)                                                 \
  extern "C" __global__ __launch_bounds__(threads(tile),                              \
                                          2) void tw_##name##_rung_8(GemmArgs args) { \
    interleaved_gemm<AsyncCopies<Policy>, tile, HopperParts>(args);                   \
  }
/// For rows that start anywhere.
#define TW_RUNG_8_UNALIGNED(name, Policy, tile)                                                 \
  extern "C" __global__ __launch_bounds__(threads(tile),                                        \
                                          2) void tw_##name##_rung_8_unaligned(GemmArgs args) { \
    interleaved_gemm<AnyAlignment<Policy>, tile, HopperParts>(args);                            \
  }

TW_RUNG_8(fp16, HopperFp16, hopper::tile_of("8"))
TW_RUNG_8(fp16_f32, HopperFp16F32, hopper::rung_8_f32_tile)
TW_RUNG_8(bf16, HopperBf16, hopper::rung_8_f32_tile)
TW_RUNG_8(fp8_f32, HopperE4m3<float>, hopper::rung_8_fp8_tile)
TW_RUNG_8(fp8_bf16, HopperE4m3<bfloat16>, hopper::rung_8_fp8_tile)
TW_RUNG_8(fp8_f16, HopperE4m3<half>, hopper::rung_8_fp8_tile)

TW_RUNG_8_UNALIGNED(fp16, HopperFp16, hopper::rung_8_unaligned_tile)
TW_RUNG_8_UNALIGNED(fp16_f32, HopperFp16F32, hopper::rung_8_unaligned_tile)
TW_RUNG_8_UNALIGNED(bf16, HopperBf16, hopper::rung_8_unaligned_tile)
TW_RUNG_8_UNALIGNED(fp8_f32, HopperE4m3<float>, hopper::rung_8_fp8_unaligned_tile)
TW_RUNG_8_UNALIGNED(fp8_bf16, HopperE4m3<bfloat16>, hopper::rung_8_fp8_unaligned_tile)
TW_RUNG_8_UNALIGNED(fp8_f16, HopperE4m3<half>, hopper::rung_8_fp8_unaligned_tile)
