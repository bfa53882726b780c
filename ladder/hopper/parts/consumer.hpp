// A warpgroup that multiplies. Taught in rung 11.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/hopper/parts/producer.hpp"
#include "ladder/hopper/parts/share.hpp"
#include "ladder/hopper/parts/staged_store.hpp"

namespace tilewright::hopper {

/// Registers for rounded results beside the sums, where both fit. (Vectors of factors need too many
/// of their own.)
inline constexpr int most_held_registers = 200;
template <class Types, TmaTile T>
inline constexpr bool stores_late =
    T.store == Store::late && Types::scaling != Scaling::vectors &&
    row_blocks(T) *
            (Sums<Types, T.block_m>::words + T.block_m / square * SquarePart<Types>::words) <=
        most_held_registers;

/// Consumers share the stages and nothing else.
template <class Types, TmaTile T>
class Consumer {
  using Box = BoxOf<Types, T>;
  /// Slices of the next tile during which late results leave.
  static constexpr int late_steps = LateResults<Types, T>::steps;

 public:
  __device__ __forceinline__ Consumer(const SharedMemory<T>& shared, const TensorMap& map_c,
                                      const TmaArgs& args, int consumer)
      : shared_(shared),
        args_(args),
        consumer_(consumer),
        thread_(threadIdx.x % warpgroup_size),
        sender_(shared, map_c, consumer, thread_) {}

  __device__ __forceinline__ void run() {
    if constexpr (T.team == Team::in_turn) {
      run_in_turn();
    } else {
      run_together();
    }
    if constexpr (T.store != Store::direct) sender_.finish();
  }

 private:
  __device__ __forceinline__ void run_together() {
    Share<T> share(args_, slice_elems<Types>);
    const Exchange<Types, T> exchange(args_, share.plan, share.cta, consumer_, thread_);
    Work work;
    bool more = share.walker.next(work);
    if constexpr (T.walk == Walk::balanced) {
      if (more && !work.owns()) {
        Patch<Types, T> patch;
        multiply_slices(patch, 0, work.slices);
        exchange.give(patch, work);
        more = share.walker.next(work);
      }
    }
    LateResults<Types, T> late;
    while (more) {
      Patch<Types, T> patch;
      // Known before the sums are, because the matrix unit idles from then on until they are
      // rounded. (The compiler would put it off.)
      Origin origin = origin_of<T>(work.tile, share.plan, share.cta);
      if constexpr (stores_late<Types, T>) asm volatile("" : "+r"(origin.m), "+r"(origin.n));
      int done = 0;
      if constexpr (stores_late<Types, T>) {
        if (late.waiting && work.slices < late_steps) send_rest(late);
        if (late.waiting) {
#pragma unroll
          for (; done < late_steps; ++done) {
            multiply_slice(patch, done, [&] { send_step(late, done); });
          }
          late.waiting = false;
        }
      }
      multiply_slices(patch, done, work.slices);
      if constexpr (T.walk == Walk::balanced) {
        if (work.missing > 0) exchange.take(patch, work);
      }
      more = share.walker.next(work);
      store(patch, origin, late);
    }
    if constexpr (stores_late<Types, T>) {
      if (late.waiting) {
        if constexpr (Types::result_bytes == 2) {
          sender_.send_last(late.part, late.at);
        } else {
          send_rest(late);
        }
      }
    }
  }

  /// Rung 17's way. The stages of a tile are all this consumer's, those of the next all its
  /// neighbour's, who begins when the last wgmma of this tile is issued.
  __device__ __forceinline__ void run_in_turn() {
    Share<T> share(args_, slice_elems<Types>);
    Work work;
    bool mine = share.walker.next(work);
    bool first = true;
    if (consumer_ == 1 && mine) {
      first = false;
      turn_.template skip<T.stages>(work.slices);
      mine = share.walker.next(work);
    }
    while (mine) {
      const Origin origin = origin_of<T>(work.tile, share.plan, share.cta);
      const int slices = work.slices;
      const bool more = share.walker.next(work);
      if (!first) await_turn(consumer_);
      first = false;
      if (T.fitted && origin.shorter) {
        compute_in_turn<least_length(T)>(slices, more, origin);
      } else {
        compute_in_turn<T.block_m>(slices, more, origin);
      }
      mine = more && share.walker.next(work);
      turn_.template skip<T.stages>(slices);
    }
  }

  /// A tile of `length` rows, to its results' way out.
  template <int length>
  __device__ __forceinline__ void compute_in_turn(int slices, bool more, const Origin& origin) {
    Patch<Types, T, length> patch;
    multiply_slice(patch, 0, [] {});
    for (int i = 1; i < slices; ++i) multiply_slice(patch, i, [] {});
    if (more) give_turn(1 - consumer_);
    finish_slices(patch);
    LateResults<Types, T> none;
    store(patch, origin, none);
  }

  /// Issues the wgmmas of slice number `i` of the work, does `meanwhile`, and waits for those of
  /// the slice before.
  template <int length, class Meanwhile>
  __device__ __forceinline__ void multiply_slice(Patch<Types, T, length>& patch, int i,
                                                 const Meanwhile& meanwhile) {
    shared_.full(turn_.stage).wait(turn_.parity);
    patch.multiply(shared_, turn_.stage, consumer_, i > 0);
    meanwhile();
    wgmma_wait<1>();
    if (i > 0) release(shared_, last_stage_, thread_ % 32);
    last_stage_ = turn_.stage;
    turn_.template advance<T.stages>();
  }

  /// The rest of a work's slices, to the last result.
  __device__ __forceinline__ void multiply_slices(Patch<Types, T>& patch, int done, int slices) {
    if (done == 0) multiply_slice(patch, done++, [] {});
    for (; done < slices; ++done) multiply_slice(patch, done, [] {});
    finish_slices(patch);
  }
  template <int length>
  __device__ __forceinline__ void finish_slices(Patch<Types, T, length>& patch) {
    wgmma_wait<0>();
    patch.pin();
    release(shared_, last_stage_, thread_ % 32);
  }

  template <int length>
  __device__ __forceinline__ void store(const Patch<Types, T, length>& patch, Origin origin,
                                        LateResults<Types, T>& late) {
    // Every consumer thread, as each may write; the producer writes nothing.
    if constexpr (T.start == Start::overlapped) launch_ahead_.await();
    if (T.store == Store::direct || !can_stage(origin)) {
      store_directly(patch, args_, origin, consumer_, thread_);
    } else if constexpr (T.store != Store::direct) {
      origin.n += first_row(T, consumer_);
      const Holder holder(thread_);
      const Scale<Types> scale(args_, origin.m + holder.column, origin.n + holder.row);
      if constexpr (stores_late<Types, T>) {
        late.take(patch, scale, origin);
      } else {
#pragma unroll
        for (int i = 0; i < Box::count; ++i) {
          sender_.send(i, box_parts(patch, scale, i).part, origin);
        }
      }
    }
  }

  /// Whether results can leave in boxes, or late.
  __device__ __forceinline__ bool can_stage(const Origin& origin) const {
    if (!tma_can_store<Types, T>(args_, origin.m)) return false;
    if constexpr (stores_late<Types, T> && Types::result_bytes == 4) {
      return args_.m - origin.m >= T.block_m && args_.n - origin.n >= T.block_n;
    }
    return true;
  }

  /// Results that leave with slice `step`.
  __device__ __forceinline__ void send_step(const LateResults<Types, T>& late, int step) {
    if constexpr (Types::result_bytes == 2) {
      sender_.send(step, late.part + step * Box::squares, late.at);
    } else {
      late.store_step(step, args_, thread_);
    }
  }
  __device__ __forceinline__ void send_rest(LateResults<Types, T>& late) {
#pragma unroll
    for (int step = 0; step < late_steps; ++step) send_step(late, step);
    late.waiting = false;
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
