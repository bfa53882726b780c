// The thread that loads. Taught in rung 11.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/hopper/parts/cluster.hpp"
#include "ladder/hopper/parts/frame.hpp"

namespace tilewright::hopper {

/// Turns what a CTA is told into the work of its cluster.
template <TmaTile T>
struct Share {
  Plan plan;
  int cta;
  int clusters;
  Walker walker;

  __device__ __forceinline__ Share(const TmaArgs& args, int slice)
      : plan(plan_of<T>(args, slice)),
        cta(T.cluster == 1 ? 0 : cta_in_cluster()),
        clusters(gridDim.x / T.cluster),
        walker(plan, blockIdx.x / T.cluster, clusters) {}
};

/// Waits for room, asks for a stage, and again.
template <class Types, TmaTile T>
class Producer {
 public:
  __device__ __forceinline__ Producer(const SharedMemory<T>& shared, const TensorMap& map_a,
                                      const TensorMap& map_b, const TmaArgs& args)
      : shared_(shared), map_a_(map_a), map_b_(map_b), share_(args, slice_elems<Types>) {}

  /// Fills the stages for the first time, before anyone else knows of the barriers: the first
  /// multiplication waits for this. What goes to other CTAs must wait until they have barriers.
  __device__ __forceinline__ void start() {
    more_ = share_.walker.next(work_);
    if (!more_) return;
    origin_ = origin_of<T>(work_.tile, share_.plan, share_.cta);
    ahead_ = work_.slices < T.stages ? work_.slices : T.stages;
    for (int i = 0; i < ahead_; ++i) {
      load_own<Types, T>(shared_, i, map_a_, map_b_, origin_, k_of(work_.first + i));
    }
  }

  __device__ __forceinline__ void run() {
    int done = 0;
    for (; done < ahead_; ++done) {
      load_common<Types, T>(shared_, done, map_a_, map_b_, origin_, k_of(work_.first + done),
                            share_.cta);
      turn_.template advance<T.stages>();
    }
    while (more_) {
      for (; done < work_.slices; ++done) {
        // A wait for the phase before the first returns at once: every stage starts empty.
        shared_.empty(turn_.stage).wait(turn_.parity ^ 1);
        const int k = k_of(work_.first + done);
        load_own<Types, T>(shared_, turn_.stage, map_a_, map_b_, origin_, k);
        load_common<Types, T>(shared_, turn_.stage, map_a_, map_b_, origin_, k, share_.cta);
        turn_.template advance<T.stages>();
      }
      done = 0;
      more_ = share_.walker.next(work_);
      origin_ = origin_of<T>(work_.tile, share_.plan, share_.cta);
    }
  }

 private:
  __device__ static __forceinline__ int k_of(int slice) { return slice * slice_elems<Types>; }

  const SharedMemory<T>& shared_;
  const TensorMap& map_a_;
  const TensorMap& map_b_;
  Share<T> share_;
  Work work_;
  Origin origin_;
  Turn turn_;
  int ahead_ = 0;
  bool more_ = false;
};

}  // namespace tilewright::hopper
