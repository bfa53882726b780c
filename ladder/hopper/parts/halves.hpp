// A warpgroup that multiplies tiles whose sums leave no registers for results to wait in. Taught in
// rung 22.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/hopper/parts/producer.hpp"
#include "ladder/hopper/parts/staged_store.hpp"

namespace tilewright::hopper {

/// Its patch is two blocks of 64 columns of C. While the sums of one are rounded, the matrix unit
/// has the wgmmas of the other:
///
///     runs       last slice, block 1    next tile's first, block 0    ... block 1
///     rounded    block 0                block 1
///
/// A block is filled into its boxes, its next wgmmas are issued, and only then are the boxes sent.
template <class Types, TmaTile T>
class HalvesConsumer {
  using Box = BoxOf<Types, T>;
  static_assert(row_blocks(T) == 2 && Box::per_block == 3 && box_places(T) >= 3);
  static_assert(Types::scaling == Scaling::none);

 public:
  __device__ __forceinline__ HalvesConsumer(const SharedMemory<T>& shared, const TensorMap& map_c,
                                            const TmaArgs& args, int consumer)
      : shared_(shared),
        args_(args),
        consumer_(consumer),
        thread_(threadIdx.x % warpgroup_size),
        sender_(shared, map_c, consumer, thread_) {}

  __device__ __forceinline__ void run() {
    Share<T> share(args_, slice_elems<Types>);
    Work work;
    bool more = share.walker.next(work);
    Origin origin = origin_of<T>(work.tile, share.plan, share.cta);
    while (more) {
      more = origin.shorter ? run_tiles<least_length(T)>(share, work, origin)
                            : run_tiles<T.block_m>(share, work, origin);
    }
    sender_.finish();
  }

 private:
  /// Tiles of one height, beginning with `work` at `next`. Returns whether there are more, of the
  /// other height, and which is the first.
  template <int length>
  __device__ __forceinline__ bool run_tiles(Share<T>& share, Work& work, Origin& next) {
    Patch<Types, T, length> patch;
    first_slice(patch);
    while (true) {
      const Origin here = next;
      const int slices = work.slices;
      const bool more = share.walker.next(work);
      next = origin_of<T>(work.tile, share.plan, share.cta);
      const bool follows = more && next.shorter == here.shorter;
      const bool overlaps = follows && slices > 1 && tma_can_store<Types, T>(args_, here.m);
      const int alike = overlaps ? slices - 1 : slices;
#pragma unroll T.stages
      for (int i = 1; i < alike; ++i) next_slice(patch);
      launch_ahead_.await();
      if (overlaps) {
        next_slice(patch);
        store(patch, here);
      } else {
        wgmma_wait<0>();
        patch.pin();
        store_last(patch, here);
        if (!follows) return more;
        first_slice(patch);
      }
    }
  }

  template <int length>
  __device__ __forceinline__ void first_slice(Patch<Types, T, length>& patch) {
    begin_slice();
    issue(patch, 0, false);
    issue(patch, 1, false);
    end_slice();
  }
  template <int length>
  __device__ __forceinline__ void next_slice(Patch<Types, T, length>& patch) {
    begin_slice();
    issue(patch, 0, true);
    issue(patch, 1, true);
    wgmma_wait<2>();
    release(shared_, last_stage_, thread_ % 32);
    end_slice();
  }

  /// Sends a patch on its way, and issues the first slice of the tile that follows.
  template <int length>
  __device__ __forceinline__ void store(Patch<Types, T, length>& patch, const Origin& here) {
    await_places<0>();
    wgmma_wait<1>();
    patch.block[0].pin();
    fill<0>(patch);
    begin_slice();
    issue(patch, 0, false);
    send<0>(here);
    wgmma_wait<1>();
    patch.block[1].pin();
    release(shared_, last_stage_, thread_ % 32);
    fill<1>(patch);
    issue(patch, 1, false);
    end_slice();
    send<1>(here);
  }

  /// Nothing is being multiplied, nor will be right away.
  template <int length>
  __device__ __forceinline__ void store_last(const Patch<Types, T, length>& patch,
                                             const Origin& here) {
    release(shared_, last_stage_, thread_ % 32);
    if (!tma_can_store<Types, T>(args_, here.m)) {
      store_directly(patch, args_, here, consumer_, thread_);
      return;
    }
    await_places<0>();
    fill<0>(patch);
    send<0>(here);
    fill<1>(patch);
    send<1>(here);
  }

  /// Rounds a block into its boxes. Block 1 takes the places of block 0, one after the other as TMA
  /// has read them.
  template <int block, int length>
  __device__ __forceinline__ void fill(const Patch<Types, T, length>& patch) const {
#pragma unroll
    for (int i = 0; i < Box::per_block; ++i) {
      if constexpr (block == 1) {
        if (i == 0) await_places<Box::per_block - 1>();
        if (i == 1) await_places<Box::per_block - 2>();
        if (i == 2) await_places<Box::per_block - 3>();
      }
      const auto parts = box_parts(patch, Unscaled{}, block * Box::per_block + i);
      fill_box<Types, T>(place(i), parts.part, thread_);
    }
  }
  template <int block>
  __device__ __forceinline__ void send(const Origin& here) const {
    publish_shared_writes();
    warpgroup_sync(consumer_);
    if (thread_ != 0) return;
    const Origin at{here.m, here.n + first_row(T, consumer_), here.shorter};
#pragma unroll
    for (int i = 0; i < Box::per_block; ++i) {
      sender_.store(block * Box::per_block + i, place(i), at);
    }
  }
  /// Until all but the `most` boxes sent last have been read.
  template <int most>
  __device__ __forceinline__ void await_places() const {
    if (thread_ == 0) wait_stores_read<most>();
    warpgroup_sync(consumer_);
  }
  __device__ __forceinline__ std::uint32_t place(int i) const {
    return shared_.boxes(consumer_) + i * box_place_bytes;
  }

  __device__ __forceinline__ void begin_slice() const {
    shared_.full(turn_.stage).wait(turn_.parity);
  }
  template <int length>
  __device__ __forceinline__ void issue(Patch<Types, T, length>& patch, int block,
                                        bool accumulate) const {
    patch.multiply_block(block, shared_, turn_.stage, consumer_, accumulate);
  }
  __device__ __forceinline__ void end_slice() {
    last_stage_ = turn_.stage;
    turn_.template advance<T.stages>();
  }

  const SharedMemory<T>& shared_;
  const TmaArgs& args_;
  int consumer_;
  int thread_;
  Sender<Types, T> sender_;
  Turn turn_;
  int last_stage_ = 0;
  LaunchAhead launch_ahead_;
};

}  // namespace tilewright::hopper
