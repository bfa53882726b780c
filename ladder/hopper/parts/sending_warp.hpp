// Boxes that a warp of the producer's warpgroup sends for a consumer. Taught in rung 22.
// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "ladder/hopper/parts/producer.hpp"
#include "ladder/hopper/parts/staged_store.hpp"

namespace tilewright::hopper {

/// One of a consumer's places for boxes. They are filled in turn, those of a block from the first
/// one on.
template <class Types, TmaTile T>
struct BoxPlace {
  static constexpr int boxes_of_block = BoxOf<Types, T>::per_block;
  static constexpr int count = box_places(T) < boxes_of_block ? box_places(T) : boxes_of_block;
  static_assert(boxes_of_block % count == 0 && T.consumers * count <= most_places);

  int number;  ///< among those of all consumers
  std::uint32_t address;

  __device__ __forceinline__ BoxPlace(const SharedMemory<T>& shared, int consumer, int i)
      : number(consumer * count + i), address(shared.boxes(consumer) + i * box_place_bytes) {}
};

/// A warp that sends the boxes of one consumer.
template <class Types, TmaTile T>
class SendingWarp {
  using Place = BoxPlace<Types, T>;

 public:
  __device__ __forceinline__ SendingWarp(const SharedMemory<T>& shared, const TensorMap& map_c,
                                         const TmaArgs& args, int consumer)
      : shared_(shared),
        args_(args),
        consumer_(consumer),
        lane_(threadIdx.x % 32),
        sender_(shared, map_c, consumer, lane_) {}

  __device__ __forceinline__ void run() {
    Share<T> share(args_, slice_elems<Types>);
    Work work;
    while (share.walker.next(work)) {
      Origin at = origin_of<T>(work.tile, share.plan, share.cta);
      if (!tma_can_store<Types, T>(args_, at.m)) continue;  // the consumer writes it
      launch_ahead_.await();
      at.n += first_row(T, consumer_);
#pragma unroll 1
      for (int box = 0; box < BoxOf<Types, T>::count; box += Place::count) send_round(box, at);
    }
    sender_.finish();
  }

 private:
  /// As many boxes as there are places, from `first` on.
  __device__ __forceinline__ void send_round(int first, const Origin& at) {
    give_places(std::make_integer_sequence<int, Place::count>{});
#pragma unroll
    for (int i = 0; i < Place::count; ++i) {
      const Place place(shared_, consumer_, i);
      await_filled_place(place.number);
      if (lane_ == 0) {
        // After the barrier, what the consumer wrote counts as written before this fence.
        publish_shared_writes();
        sender_.store(first + i, place.address, at);
      }
      __syncwarp();
    }
  }

  /// To the consumer, one after the other as TMA has read the boxes of the round before.
  template <int... i>
  __device__ __forceinline__ void give_places(std::integer_sequence<int, i...>) const {
    (give_place<i>(), ...);
  }
  template <int i>
  __device__ __forceinline__ void give_place() const {
    if (lane_ == 0) wait_stores_read<Place::count - 1 - i>();
    __syncwarp();
    give_empty_place(Place(shared_, consumer_, i).number);
  }

  const SharedMemory<T>& shared_;
  const TmaArgs& args_;
  int consumer_;
  int lane_;
  Sender<Types, T> sender_;
  LaunchAhead launch_ahead_;
};

}  // namespace tilewright::hopper
