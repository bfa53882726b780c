// A consumer's share of a tile: its sums, and one slice of K multiplied into them. Taught in
// rung 9.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/hopper/parts/frame.hpp"
#include "ladder/hopper/parts/wgmma.hpp"

namespace tilewright::hopper {

/// `row_blocks` times 64 columns of C by block_m rows, or fewer. (wgmma's rows are C's columns:
/// tile.hpp.)
template <class Types, TmaTile T, int length_ = T.block_m>
struct Patch {
  static constexpr int blocks = row_blocks(T);
  static constexpr int length = length_;
  Sums<Types, length> block[blocks];

  __device__ __forceinline__ void pin() {
#pragma unroll
    for (int i = 0; i < blocks; ++i) block[i].pin();
  }

  /// Issues the wgmmas of one stage, as one group. The first of a tile replaces the sums.
  __device__ __forceinline__ void multiply(const SharedMemory<T>& shared, int stage, int consumer,
                                           bool accumulate) {
    const std::uint64_t columns = operand_descriptor(shared.a(stage));
    const std::uint64_t rows =
        operand_descriptor(shared.b(stage) + first_row(T, consumer) * slice_bytes);
    constexpr int next_block = wgmma_rows * slice_bytes / 16;
    wgmma_fence();
#pragma unroll
    for (int step = 0; step < slice_bytes / k_step_bytes; ++step) {
#pragma unroll
      for (int i = 0; i < blocks; ++i) {
        block[i].multiply(rows + i * next_block + step * descriptor_k_step,
                          columns + step * descriptor_k_step, accumulate || step > 0);
      }
    }
    wgmma_commit();
  }

  /// The wgmmas of one block, as a group of their own.
  __device__ __forceinline__ void multiply_block(int i, const SharedMemory<T>& shared, int stage,
                                                 int consumer, bool accumulate) {
    const std::uint64_t columns = operand_descriptor(shared.a(stage));
    const std::uint64_t rows = operand_descriptor(
        shared.b(stage) + (first_row(T, consumer) + i * wgmma_rows) * slice_bytes);
    wgmma_fence();
#pragma unroll
    for (int step = 0; step < slice_bytes / k_step_bytes; ++step) {
      block[i].multiply(rows + step * descriptor_k_step, columns + step * descriptor_k_step,
                        accumulate || step > 0);
    }
    wgmma_commit();
  }
};

/// Tells every producer of the cluster that this warp is done with a stage.
template <TmaTile T>
__device__ __forceinline__ void release(const SharedMemory<T>& shared, int stage, int lane) {
  if constexpr (T.cluster == 1) {
    if (lane == 0) shared.empty(stage).arrive();
  } else {
    if (lane < T.cluster) shared.empty(stage).arrive_at(lane);
  }
}

}  // namespace tilewright::hopper
