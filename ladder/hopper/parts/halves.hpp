// A warpgroup that multiplies tiles whose sums leave no registers for results to wait in. Taught in
// rung 22.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/hopper/parts/sending_warp.hpp"

namespace tilewright::hopper {

/// Its patch is two blocks of 64 columns of C. While the sums of one are rounded, the matrix unit
/// has wgmmas of the other, of the last slice of this tile or the first two of the next:
///
///     runs       last slice, block 1    first and second, block 0    ... block 1
///     rounded    block 0                block 1
///
/// It fills boxes and says so, no more. Who sends them must fence them for TMA first, and a fence
/// here would wait for the wgmmas in flight.
template <class Types, TmaTile T>
class HalvesConsumer {
  using Place = BoxPlace<Types, T>;
  static_assert(row_blocks(T) == 2 && Types::scaling != Scaling::vectors);

 public:
  __device__ __forceinline__ HalvesConsumer(const SharedMemory<T>& shared, const TmaArgs& args,
                                            int consumer)
      : shared_(shared),
        args_(args),
        consumer_(consumer),
        thread_(threadIdx.x % warpgroup_size),
        scale_(args, 0, 0) {}

  __device__ __forceinline__ void run() {
    Share<T> share(args_, slice_elems<Types>);
    Work work;
    bool more = share.walker.next(work);
    Origin origin = origin_of<T>(work.tile, share.plan, share.cta);
    while (more) {
      more = origin.shorter ? run_tiles<least_length(T)>(share, work, origin)
                            : run_tiles<T.block_m>(share, work, origin);
    }
  }

 private:
  /// Tiles of one height, beginning with `work` at `next`. Returns whether there are more, of the
  /// other height, and which is the first.
  template <int length>
  __device__ __forceinline__ bool run_tiles(Share<T>& share, Work& work, Origin& next) {
    Patch<Types, T, length> patch;
    first_slice(patch);
    int done = 1;
    while (true) {
      const Origin here = next;
      const int slices = work.slices;
      const bool more = share.walker.next(work);
      next = origin_of<T>(work.tile, share.plan, share.cta);
      const bool follows = more && next.shorter == here.shorter;
      const bool overlaps =
          follows && slices > slices_at_change && tma_can_store<Types, T>(args_, here.m);
      const int alike = overlaps ? slices - 1 : slices;
#pragma unroll T.stages
      for (int i = done; i < alike; ++i) next_slice(patch);
      if (overlaps) {
        next_slice(patch);
        change_tile(patch);
        done = slices_at_change;
      } else {
        wgmma_wait<0>();
        patch.pin();
        store_last(patch, here);
        if (!follows) return more;
        first_slice(patch);
        done = 1;
      }
    }
  }

  template <int length>
  __device__ __forceinline__ void first_slice(Patch<Types, T, length>& patch) {
    begin_slice();
    issue(patch, 0, turn_.stage, false);
    issue(patch, 1, turn_.stage, false);
    end_slice();
  }
  template <int length>
  __device__ __forceinline__ void next_slice(Patch<Types, T, length>& patch) {
    begin_slice();
    issue(patch, 0, turn_.stage, true);
    issue(patch, 1, turn_.stage, true);
    wgmma_wait<2>();
    give_back(last_stage_);
    end_slice();
  }

  /// Sends a patch on its way, and issues the first slices of the tile that follows. Block 0 has
  /// two of them before block 1 has one, as the boxes of block 1 wait for the places of block 0's.
  static constexpr int slices_at_change = 2;
  template <int length>
  __device__ __forceinline__ void change_tile(Patch<Types, T, length>& patch) {
    const int last = last_stage_;
    wgmma_wait<1>();
    patch.block[0].pin();
    fill<0>(patch);
    begin_slice();
    issue(patch, 0, turn_.stage, false);
    end_slice();
    const int first = last_stage_;
    begin_slice();
    issue(patch, 0, turn_.stage, true);
    wgmma_wait<2>();
    patch.block[1].pin();
    give_back(last);
    fill<1>(patch);
    issue(patch, 1, first, false);
    issue(patch, 1, turn_.stage, true);
    wgmma_wait<1>();
    give_back(first);
    end_slice();
  }

  /// Nothing is being multiplied, nor will be right away.
  template <int length>
  __device__ __forceinline__ void store_last(const Patch<Types, T, length>& patch,
                                             const Origin& here) {
    give_back(last_stage_);
    if (!tma_can_store<Types, T>(args_, here.m)) {
      launch_ahead_.await();
      store_directly(patch, args_, here, consumer_, thread_);
      return;
    }
    fill<0>(patch);
    fill<1>(patch);
  }

  /// Rounds a block into its boxes.
  template <int block, int length>
  __device__ __forceinline__ void fill(const Patch<Types, T, length>& patch) const {
    if (scale_.is_one()) {
      fill<block>(patch, Unscaled{});
    } else {
      fill<block>(patch, scale_);
    }
  }
  template <int block, int length, class Factors>
  __device__ __forceinline__ void fill(const Patch<Types, T, length>& patch,
                                       const Factors& factors) const {
#pragma unroll
    for (int i = 0; i < Place::boxes_of_block; ++i) {
      const Place place(shared_, consumer_, i % Place::count);
      await_empty_place(place.number);
      const auto parts = box_parts(patch, factors, block * Place::boxes_of_block + i);
      fill_box<Types, T>(place.address, parts.part, thread_);
      give_filled_place(place.number);
    }
  }

  __device__ __forceinline__ void begin_slice() const {
    shared_.full(turn_.stage).wait(turn_.parity);
  }
  template <int length>
  __device__ __forceinline__ void issue(Patch<Types, T, length>& patch, int block, int stage,
                                        bool accumulate) const {
    patch.multiply_block(block, shared_, stage, consumer_, accumulate);
  }
  __device__ __forceinline__ void give_back(int stage) const {
    release(shared_, stage, thread_ % 32);
  }
  __device__ __forceinline__ void end_slice() {
    last_stage_ = turn_.stage;
    turn_.template advance<T.stages>();
  }

  const SharedMemory<T>& shared_;
  const TmaArgs& args_;
  int consumer_;
  int thread_;
  Scale<Types> scale_;
  Turn turn_;
  int last_stage_ = 0;
  LaunchAhead launch_ahead_;
};

}  // namespace tilewright::hopper
