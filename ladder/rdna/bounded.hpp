// The tiled kernel for any shape: operands and C through buffer resources. Rungs 4 to 6.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/rdna/parts/matrix.hpp"
#include "ladder/rdna/parts/multiply.hpp"
#include "ladder/rdna/parts/parts.hpp"
#include "ladder/rdna/parts/staged_copy.hpp"
#include "ladder/rdna/parts/store.hpp"

namespace tilewright {

template <class Policy, Tile T, class Parts = ProductParts>
__device__ void bounded_gemm(const GemmArgs& args) {
  static_assert(T.buffers == 2, "one buffer is read while the other is filled");
  using Element = typename Policy::Element;
  using Layout = typename Parts::template Layout<T, sizeof(Element), lds_unit<Policy>>;
  constexpr int elems_a = T.block_m * Layout::stride;
  constexpr int buffer_elems = lds_buffer_elems(T, sizeof(Element));
  Element* const lds = block_lds<Element, T.buffers * buffer_elems>();

  const BlockOrigin block = block_origin<T, typename Parts::template Order<T>>(args);
  const Wave wave = wave_of<T>(thread_id());
  const BoundedRows<Element> a(args.a, block.row, args.m, args.k, args.lda);
  const BoundedRows<Element> b(args.b, block.column, args.n, args.k, args.ldb);
  StagedCopy<T, T.block_m, Element> staged_a;
  StagedCopy<T, T.block_n, Element> staged_b;
  Accumulators<Policy, T> acc;

  Element* current = lds;
  Element* next = lds + buffer_elems;
  const int whole_k = args.k - args.k % T.block_k;

  if (whole_k > 0) {
    staged_a.load(a, 0);
    staged_b.load(b, 0);
    staged_a.template commit<Layout>(current);
    staged_b.template commit<Layout>(current + elems_a);
    block_sync();
    for (int first_k = T.block_k; first_k < whole_k; first_k += T.block_k) {
      staged_a.load(a, first_k);
      staged_b.load(b, first_k);
      multiply_from_lds<Policy, Layout, T>(acc, current, current + elems_a, wave);
      staged_a.template commit<Layout>(next);
      staged_b.template commit<Layout>(next + elems_a);
      block_sync();
      Element* const filled = next;
      next = current;
      current = filled;
    }
  }

  // What is left: the last whole slice, which is in `current`, and then the tail of K. Either may
  // be missing, so the two share one multiply in a loop of at most two turns.
  const int thread = thread_id_anew();
  for (int slice_end = whole_k > 0 ? whole_k : args.k;;) {
    if (slice_end > whole_k) {
      copy_tail<typename Parts::Tail, Layout, T, T.block_m>(next, a, whole_k, args.k, thread);
      copy_tail<typename Parts::Tail, Layout, T, T.block_n>(next + elems_a, b, whole_k, args.k,
                                                            thread);
      block_sync();
      current = next;
    }
    multiply_from_lds<Policy, Layout, T>(acc, current, current + elems_a, wave);
    if (slice_end == args.k) break;
    slice_end = args.k;
  }
  PatchStore<Policy, T>(args, block, wave_of<T>(thread)).store(acc);
}

}  // namespace tilewright
