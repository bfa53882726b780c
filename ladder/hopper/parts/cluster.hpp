// CTAs of a cluster run on neighbouring SMs and reach each other's shared memory. Taught in
// rung 13.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright::hopper {

__device__ __forceinline__ int cta_in_cluster() {
  std::uint32_t rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return static_cast<int>(rank);
}

/// Waits until every thread of every CTA of the cluster is here. It orders no memory: what the
/// others must see needs a fence of its own, and an implied one would be waited for in vain.
__device__ __forceinline__ void cluster_sync() {
  asm volatile(
      "barrier.cluster.arrive.relaxed.aligned;\n\t"
      "barrier.cluster.wait.acquire.aligned;" ::
          : "memory");
}

/// All threads of a CTA, or of its cluster where it has company.
template <int ctas>
__device__ __forceinline__ void sync_all() {
  if constexpr (ctas == 1) {
    __syncthreads();
  } else {
    cluster_sync();
  }
}

/// Waits for the threads of one warpgroup. Barrier 0 is __syncthreads'.
__device__ __forceinline__ void warpgroup_sync(int warpgroup) {
  asm volatile("bar.sync %0, 128;" ::"r"(1 + warpgroup) : "memory");
}

/// Two warpgroups take turns: one waits for its own, the other, when it is done, tells it so.
/// Barriers 1 and 2 are warpgroup_sync's.
__device__ __forceinline__ void await_turn(int warpgroup) {
  asm volatile("bar.sync %0, 256;" ::"r"(3 + warpgroup) : "memory");
}
__device__ __forceinline__ void give_turn(int warpgroup) {
  asm volatile("bar.arrive %0, 256;" ::"r"(3 + warpgroup) : "memory");
}

/// A place for a box passes between the consumer that fills it and the warp that sends the box:
/// each waits until it has the place, and gives it to the other. Six places have barriers, numbered
/// through all consumers: 3 to 14. (No kernel takes turns as well.)
inline constexpr int most_places = 6;
inline constexpr int threads_at_place = 128 + 32;
__device__ __forceinline__ void await_empty_place(int place) {
  asm volatile("bar.sync %0, %1;" ::"r"(3 + 2 * place), "n"(threads_at_place) : "memory");
}
__device__ __forceinline__ void give_empty_place(int place) {
  asm volatile("bar.arrive %0, %1;" ::"r"(3 + 2 * place), "n"(threads_at_place) : "memory");
}
__device__ __forceinline__ void await_filled_place(int place) {
  asm volatile("bar.sync %0, %1;" ::"r"(4 + 2 * place), "n"(threads_at_place) : "memory");
}
__device__ __forceinline__ void give_filled_place(int place) {
  asm volatile("bar.arrive %0, %1;" ::"r"(4 + 2 * place), "n"(threads_at_place) : "memory");
}

/// Hands registers to and fro between warpgroups: all four warps of one must execute it.
template <int registers>
__device__ __forceinline__ void shrink_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(registers));
}
template <int registers>
__device__ __forceinline__ void grow_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(registers));
}

}  // namespace tilewright::hopper
