// The FP8 configurations: rung 8's kernel with one-byte elements. gfx12 only.
// SPDX-License-Identifier: MIT
#pragma once

#ifndef __GFX12__
#error "FP8 WMMA came with gfx12: build this for gfx1201"
#endif

#include "arch/rdna4.hpp"
#include "ladder/rdna/interleaved.hpp"

/// One kernel of a configuration, for A in format_a and B in format_b.
#define TW_FP8_KERNEL(name, id, format_a, format_b)                                                \
  extern "C" __global__ __launch_bounds__(tilewright::threads(tilewright::tile_of(id))) void name( \
      tilewright::GemmArgs args) {                                                                 \
    using Policy = tilewright::Rdna4Fp8<tilewright::Fp8::format_a, tilewright::Fp8::format_b>;     \
    tilewright::interleaved_gemm<Policy, tilewright::tile_of(id)>(args);                           \
  }

/// A configuration: the kernel of its row in rungs.hpp, which multiplies E4M3 by E4M3, and beside
/// it one for each other pair of formats, its name extended as fp8_kernel_suffix() says.
#define TW_FP8_KERNELS(name, id)                  \
  TW_FP8_KERNEL(name, id, e4m3, e4m3)             \
  TW_FP8_KERNEL(name##_e4m3_e5m2, id, e4m3, e5m2) \
  TW_FP8_KERNEL(name##_e5m2_e4m3, id, e5m2, e4m3) \
  TW_FP8_KERNEL(name##_e5m2_e5m2, id, e5m2, e5m2)
