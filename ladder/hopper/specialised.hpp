// The kernel of rungs 11 and up: one warpgroup loads, the others multiply, and barriers are all
// they have in common. What the rungs differ in is in their tiles.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/hopper/parts/consumer.hpp"
#include "ladder/hopper/parts/halves.hpp"
#include "ladder/hopper/parts/producer.hpp"
#include "ladder/hopper/parts/sending_warp.hpp"

namespace tilewright::hopper {

template <class Types, TmaTile T>
__device__ __forceinline__ void specialised_gemm(const TensorMap& map_a, const TensorMap& map_b,
                                                 const TensorMap& map_c, const TmaArgs& args) {
  static_assert(T.producer && is_sound(T));
  extern __shared__ __align__(swizzle_period_bytes) std::uint8_t dynamic_shared[];
  const SharedMemory<T> shared(shared_address(dynamic_shared));
  // The same for all lanes of a warp, which the compiler cannot know of threadIdx.
  const int warp = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);
  const int warpgroup = warp / (warpgroup_size / 32);
  const bool loads = threadIdx.x == T.consumers * warpgroup_size;

  Producer<Types, T> producer(shared, map_a, map_b, args);
  if (loads) {
    prefetch_map(map_a);
    prefetch_map(map_b);
    shared.init_barriers();
  }
  if constexpr (T.start != Start::behind) let_next_launch_begin();
  // Overlapped ones wait before they write.
  if constexpr (T.start == Start::early) wait_for_launch_ahead();
  if (loads) producer.start();
  sync_all<T.cluster>();

  if (warpgroup == T.consumers) {
    shrink_registers<producer_registers>();
    if (loads) producer.run();
    if constexpr (T.store == Store::halves) {
      // Behind the warp that loads, one for each consumer.
      const int consumer = warp - T.consumers * (warpgroup_size / 32) - 1;
      if (consumer >= 0 && consumer < T.consumers) {
        SendingWarp<Types, T>(shared, map_c, args, consumer).run();
      }
    }
  } else {
    grow_registers<consumer_registers(T)>();
    if constexpr (T.store == Store::halves) {
      HalvesConsumer<Types, T>(shared, args, warpgroup).run();
    } else {
      Consumer<Types, T>(shared, map_c, args, warpgroup).run();
    }
  }
  // A CTA stays until nobody can write to its shared memory or arrive at its barriers.
  if constexpr (T.cluster > 1) {
    __syncwarp();
    cluster_sync();
  }
}

}  // namespace tilewright::hopper
