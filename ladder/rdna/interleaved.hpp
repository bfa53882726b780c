// The interleaved kernel: prefetches folded between the WMMAs, with one LDS buffer or two. Rungs 7
// and 8, the tuned tile, and FP8.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/rdna/parts/fold.hpp"
#include "ladder/rdna/parts/parts.hpp"
#include "ladder/rdna/parts/store.hpp"

namespace tilewright {

template <class Policy, Tile T, class Parts = ProductParts, class Args = GemmArgs>
__device__ void interleaved_gemm(const Args& args) {
  static_assert(T.buffers == 1 || T.buffers == 2);
  static_assert(
      divides_into_whole_tiles(T),
      "each wave must own whole WMMA tiles: 16 * waves_m must divide block_m, 16 * waves_n "
      "block_n, and 16 block_k");
  using Element = typename Policy::Element;
  using Layout = typename Parts::template Layout<T, sizeof(Element), Policy::fragment_elems>;
  using Sync = typename Parts::Sync;
  using Tail = typename Parts::Tail;
  constexpr int elems_a = T.block_m * Layout::stride;
  constexpr int buffer_elems = lds_buffer_elems(T, sizeof(Element));
  Element* const lds = block_lds<Element, T.buffers * buffer_elems>();

  const BlockOrigin block = block_origin<T, typename Parts::template Order<T>>(args);
  const Wave wave = wave_of<T>(thread_id());
  const BoundedRows<Element> rows_of_a(args.a, block.row, args.m, args.k, args.lda);
  const BoundedRows<Element> columns_of_b(args.b, block.column, args.n, args.k, args.ldb);
  OperandReader<Policy, T, Operand::a, Layout> a(rows_of_a, lds, wave.row, wave.lane);
  OperandReader<Policy, T, Operand::b, Layout> b(columns_of_b, lds + elems_a, wave.column,
                                                 wave.lane);
  typename decltype(a)::Staged staged_a;
  typename decltype(b)::Staged staged_b;
  Accumulators<Policy, T> acc;
  typename Parts::template Slices<Policy, T> slices(args, block, wave);
  FoldContext<Policy, T, Layout> ctx{a, b, acc, staged_a, staged_b, /*buffer=*/0};

  const int whole_k = args.k - args.k % T.block_k;
  if (whole_k > 0) {
    a.prefetch_all(staged_a);
    b.prefetch_all(staged_b);
    a.commit(staged_a, 0);
    b.commit(staged_b, 0);
    block_sync();
    for (int first_k = T.block_k; first_k < whole_k; first_k += T.block_k) {
      a.advance();
      b.advance();
      fold</*prefetches=*/true>(ctx);
      slices.done(acc);
      // With two buffers the commit goes where nobody reads. With one it overwrites what was just
      // multiplied, so every wave must have finished reading.
      if constexpr (T.buffers == 1) {
        Sync::before();
      } else {
        ctx.buffer = buffer_elems - ctx.buffer;
      }
      a.commit(staged_a, ctx.buffer);
      b.commit(staged_b, ctx.buffer);
      Sync::after();
    }
  }

  // What is left, as in bounded.hpp: the last whole slice and the tail of K, or one of them. From
  // here on nothing derived from the thread's number is kept from before, so that the loop above
  // need not hold it in registers.
  const int thread = thread_id_anew();
  for (int slice_end = whole_k > 0 ? whole_k : args.k;;) {
    if (slice_end > whole_k) {
      block_sync();
      ctx.buffer = 0;
      copy_tail<Tail, Layout, T, T.block_m>(lds, rows_of_a, whole_k, args.k, thread);
      copy_tail<Tail, Layout, T, T.block_n>(lds + elems_a, columns_of_b, whole_k, args.k, thread);
      block_sync();
    }
    fold</*prefetches=*/false>(ctx);
    slices.done(acc);
    if (slice_end == args.k) break;
    slice_end = args.k;
  }
  Parts::template Epilogue<Policy, T>::store(args, block, wave_of<T>(thread), slices.sums(acc));
}

}  // namespace tilewright
