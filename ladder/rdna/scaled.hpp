// The scaled kernels, once: their tiles, for the kernels and for the host.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/gemm_args.hpp"
#include "ladder/rdna/rungs.hpp"

namespace tilewright {

enum class Scaling : std::uint8_t { vectors, blocks };

/// Both lie in the code object "fp8-scaled". Kernels for other operand formats are named as those
/// of the rungs are.
struct ScaledKernel {
  Scaling scaling;
  const char* kernel;
  Tile tile;
};

/// Vectors take configuration 4's tile: the scales come after the loop and cost it nothing. Blocks
/// need a second set of accumulators, for what has been scaled already, and a tile no wider than a
/// block of B, so that a workgroup has one scale of B a slice.
inline constexpr ScaledKernel scaled_kernels[] = {
    {Scaling::vectors, "tw_fp8_vector_scaled", {192, 192, 128, 2, 4, 1, Layout::padded, 8}},
    {Scaling::blocks, "tw_fp8_block_scaled", {128, 128, scale_block, 4, 2, 1, Layout::padded, 8}},
};

constexpr const ScaledKernel& scaled_kernel(Scaling scaling) {
  return scaled_kernels[static_cast<int>(scaling)];
}

}  // namespace tilewright
