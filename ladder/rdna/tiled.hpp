// The conventional tiled kernel: prefetch, multiply, commit, one barrier. Rungs 2 and 3.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/rdna/parts/matrix.hpp"
#include "ladder/rdna/parts/multiply.hpp"
#include "ladder/rdna/parts/parts.hpp"
#include "ladder/rdna/parts/plain_store.hpp"
#include "ladder/rdna/parts/staged_copy.hpp"

namespace tilewright {

template <class Policy, Tile T, class Parts = ProductParts>
__device__ void tiled_gemm(const GemmArgs& args) {
  static_assert(T.buffers == 2, "one buffer is read while the other is filled");
  using Element = typename Policy::Element;
  using Layout = typename Parts::template Layout<T, sizeof(Element), Policy::fragment_elems>;
  constexpr int elems_a = T.block_m * Layout::stride;
  constexpr int buffer_elems = lds_buffer_elems(T, sizeof(Element));
  Element* const lds = block_lds<Element, T.buffers * buffer_elems>();

  const BlockOrigin block = block_origin<T, typename Parts::template Order<T>>(args);
  const Wave wave = wave_of<T>(thread_id());
  const PlainRows<Element> a(args.a, block.row, args.lda);
  const PlainRows<Element> b(args.b, block.column, args.ldb);
  StagedCopy<T, T.block_m, Element> staged_a;
  StagedCopy<T, T.block_n, Element> staged_b;
  Accumulators<Policy, T> acc;

  Element* current = lds;
  Element* next = lds + buffer_elems;
  staged_a.load(a, 0);
  staged_b.load(b, 0);
  staged_a.template commit<Layout>(current);
  staged_b.template commit<Layout>(current + elems_a);
  block_sync();

  for (int first_k = T.block_k; first_k < args.k; first_k += T.block_k) {
    // The next slice's reads have the whole multiply to complete in.
    staged_a.load(a, first_k);
    staged_b.load(b, first_k);

    multiply_from_lds<Policy, Layout, T>(acc, current, current + elems_a, wave);

    // Only here must they have landed. Nobody reads `next`, so one barrier is enough.
    staged_a.template commit<Layout>(next);
    staged_b.template commit<Layout>(next + elems_a);
    block_sync();
    Element* const filled = next;
    next = current;
    current = filled;
  }
  // The last slice has nothing left to overlap with.
  multiply_from_lds<Policy, Layout, T>(acc, current, current + elems_a, wave);
  store_plain(acc, args, block, wave);
}

}  // namespace tilewright
