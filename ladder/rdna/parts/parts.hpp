// The replaceable parts of a kernel, under one name each. Kernels take the set as a template
// argument; tests/planted replaces one part by a faulty one, without touching the kernel.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/rdna/parts/block_order.hpp"
#include "ladder/rdna/parts/k_tail.hpp"
#include "ladder/rdna/parts/lds_layout.hpp"
#include "ladder/rdna/parts/store.hpp"

namespace tilewright {

/// The barriers round a commit: the one after it, and with a single LDS buffer the one before.
struct CommitSync {
  __device__ static void before() { block_sync(); }
  __device__ static void after() { block_sync(); }
};

/// Called when a slice of K is multiplied, and for the sums at the end. Here sums run through all
/// slices and a slice's end is nothing; with scales by blocks it is where they are applied
/// (BlockScaledSlices in scales.hpp).
template <class Policy, Tile T>
struct UnscaledSlices {
  __device__ UnscaledSlices(const GemmArgs&, const BlockOrigin&, const Wave&) {}
  __device__ __forceinline__ void done(Accumulators<Policy, T>& /*acc*/) {}
  __device__ __forceinline__ const Accumulators<Policy, T>& sums(
      const Accumulators<Policy, T>& acc) const {
    return acc;
  }
};

/// C is the sums.
template <class Policy, Tile T>
struct PlainEpilogue {
  __device__ static __forceinline__ void store(const GemmArgs& args, const BlockOrigin& block,
                                               const Wave& wave,
                                               const Accumulators<Policy, T>& acc) {
    PatchStore<Policy, T>(args, block, wave).store(acc);
  }
};

struct ProductParts {
  template <Tile T>
  using Order = GroupedOrder<T.group_rows>;
  template <Tile T, int elem_bytes, int unit>
  using Layout = LdsLayout<T, elem_bytes, unit>;
  using Sync = CommitSync;
  using Tail = ZeroedTail;
  template <class Policy, Tile T>
  using Slices = UnscaledSlices<Policy, T>;
  template <class Policy, Tile T>
  using Epilogue = PlainEpilogue<Policy, T>;
};

}  // namespace tilewright
