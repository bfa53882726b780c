// The kernel of rungs 9 and 10: the threads that multiply also ask for the next loads.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/hopper/parts/results.hpp"

namespace tilewright::hopper {

template <class Types, TmaTile T>
__device__ __forceinline__ void one_role_gemm(const TensorMap& map_a, const TensorMap& map_b,
                                              const TensorMap&, const TmaArgs& args) {
  static_assert(!T.producer && T.store == Store::direct && T.walk == Walk::one_tile);
  extern __shared__ __align__(swizzle_period_bytes) std::uint8_t dynamic_shared[];
  const SharedMemory<T> shared(shared_address(dynamic_shared));
  const int consumer = threadIdx.x / warpgroup_size;
  const int thread = threadIdx.x % warpgroup_size;
  const bool loads = threadIdx.x == 0;
  if (loads) shared.init_barriers();
  __syncthreads();

  const Plan plan = plan_of<T>(args, slice_elems<Types>);
  const Origin origin = origin_of<T>(blockIdx.x, plan, /*cta=*/0);
  const auto load = [&](int stage, int slice) {
    const int k = slice * slice_elems<Types>;
    load_own<Types, T>(shared, stage, map_a, map_b, origin, k);
  };
  if (loads) {
    for (int slice = 0; slice < T.stages && slice < plan.slices; ++slice) {
      load(slice, slice);
    }
  }

  // With one stage there is nothing to overlap: multiply, wait, load. With more, the wgmmas of one
  // slice run while the stage of the slice before them is filled again.
  constexpr int running = T.stages > 1 ? 1 : 0;
  Patch<Types, T> patch;
  Turn next;   // to multiply
  Turn spent;  // to fill again
  for (int slice = 0; slice < plan.slices; ++slice) {
    shared.full(next.stage).wait(next.parity);
    patch.multiply(shared, next.stage, consumer, slice > 0);
    wgmma_wait<running>();
    next.advance<T.stages>();
    if (slice < running) continue;
    release(shared, spent.stage, thread % 32);
    const int refill = slice - running + T.stages;
    if (loads && refill < plan.slices) {
      shared.empty(spent.stage).wait(spent.parity);
      load(spent.stage, refill);
    }
    spent.advance<T.stages>();
  }
  wgmma_wait<0>();
  patch.pin();
  store_directly(patch, args, origin, consumer, thread);
}

}  // namespace tilewright::hopper
