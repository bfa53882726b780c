// A tile whose slices several clusters multiplied: sums travel through the workspace, which stays
// in L2, to the owner. Taught in rung 16.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/hopper/parts/cluster.hpp"
#include "ladder/hopper/parts/multiply.hpp"

namespace tilewright::hopper {

/// One consumer's side of the exchange. Nobody shares with another consumer of its own CTA, so
/// every consumer has its own slots and counters and never waits for its neighbour.
template <class Types, TmaTile T>
class Exchange {
  static constexpr int words = Patch<Types, T>::blocks * Sums<Types, T.block_m>::words;
  static constexpr int quads = words / 4;
  static constexpr int quad_step = warpgroup_size * 16;

 public:
  __device__ Exchange(const TmaArgs& args, const Plan& plan, int cta, int consumer, int thread)
      : args_(args),
        plan_(plan),
        within_(cta * T.consumers + consumer),
        consumer_(consumer),
        thread_(thread) {}

  /// Gives away the sums of `work`, which does not have its tile's first slice.
  __device__ void give(const Patch<Types, T>& patch, const Work& work) const {
    const std::uint64_t slot = slot_of(range_of(work, work.first));
#pragma unroll
    for (int i = 0; i < quads; ++i) {
      store_four(slot + i * quad_step,
                 &patch.block[4 * i / words_of_block].word[4 * i % words_of_block]);
    }
    __threadfence();
    warpgroup_sync(consumer_);
    if (thread_ == 0) {
      asm volatile("red.release.gpu.global.add.u32 [%0], %1;" ::"l"(counter_of(work.tile)),
                   "r"(work.slices)
                   : "memory");
    }
  }

  /// Adds what others made of the tile's other slices, in the order of the slices.
  __device__ void take(Patch<Types, T>& patch, const Work& work) const {
    if (thread_ == 0) {
      std::uint32_t arrived;
      do {
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                     : "=r"(arrived)
                     : "l"(counter_of(work.tile))
                     : "memory");
      } while (arrived != static_cast<std::uint32_t>(work.missing));
      *counter_of(work.tile) = 0;  // for the next launch
    }
    warpgroup_sync(consumer_);
    for (int slice = work.slices; slice < plan_.slices;) {
      const int range = range_of(work, slice);
      const std::uint64_t slot = slot_of(range);
#pragma unroll
      for (int i = 0; i < quads; ++i) {
        add_four(&patch.block[4 * i / words_of_block].word[4 * i % words_of_block],
                 slot + i * quad_step);
      }
      slice = plan_.first_of_range(range + 1) - work.tile * plan_.slices;
    }
  }

 private:
  __device__ int range_of(const Work& work, int slice) const {
    return plan_.range_of(work.tile * plan_.slices + slice);
  }
  /// A range gives away the sums of one tile at most. Threads are neighbours, quad by quad.
  __device__ std::uint64_t slot_of(int range) const {
    const std::int64_t slot = std::int64_t{range} * (T.cluster * T.consumers) + within_;
    return args_.partials + slot * (quads * quad_step) + thread_ * 16;
  }
  __device__ std::uint32_t* counter_of(int tile) const {
    return reinterpret_cast<std::uint32_t*>(args_.arrivals) + tile * (T.cluster * T.consumers) +
           within_;
  }

  using Word = typename Types::Sum;
  static constexpr int words_of_block = Sums<Types, T.block_m>::words;

  const TmaArgs& args_;
  const Plan& plan_;
  int within_;
  int consumer_;
  int thread_;
};

}  // namespace tilewright::hopper
