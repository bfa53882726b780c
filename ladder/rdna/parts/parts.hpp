// The replaceable parts of a kernel, under one name each. Kernels take the set as a template
// argument; tests/planted replaces one part by a faulty one, without touching the kernel.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/rdna/parts/block_order.hpp"
#include "ladder/rdna/parts/k_tail.hpp"
#include "ladder/rdna/parts/lds_layout.hpp"

namespace tilewright {

/// The barriers round a commit: the one after it, and with a single LDS buffer the one before.
struct CommitSync {
  __device__ static void before() { block_sync(); }
  __device__ static void after() { block_sync(); }
};

struct ProductParts {
  template <Tile T>
  using Order = GroupedOrder<T.group_rows>;
  template <Tile T, int elem_bytes, int unit>
  using Layout = LdsLayout<T, elem_bytes, unit>;
  using Sync = CommitSync;
  using Tail = ZeroedTail;
};

}  // namespace tilewright
