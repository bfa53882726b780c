// The fold: all WMMAs of one slice in a fixed order, with the reads of the next slice between them.
// Taught in rung 7.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/rdna/parts/operand_reader.hpp"

namespace tilewright {

/// Step `step` of the fold, with n running fastest: a fragment of A is read once per row of tiles,
/// a fragment of B only in the first row of a K step, and kept down the others.
template <Tile T, int step>
struct FoldPosition {
  static constexpr int per_k_step = tiles_m(T) * tiles_n(T);
  static constexpr int k_step = step / per_k_step;
  static constexpr int m = step % per_k_step / tiles_n(T);
  static constexpr int n = step % tiles_n(T);
  // Which fragment register serves: those of A alternate, so that one can be read while the other
  // is used; B has one for each column.
  static constexpr int row_of_fold = step / tiles_n(T);
  static constexpr int a_index = row_of_fold % 2;
  static constexpr int b_index = n;
  static constexpr bool reads_b = m == 0;
};

template <class Policy, Tile T, class Layout>
struct FoldContext {
  using ReaderA = OperandReader<Policy, T, Operand::a, Layout>;
  using ReaderB = OperandReader<Policy, T, Operand::b, Layout>;
  static constexpr int steps = k_steps(T) * tiles_m(T) * tiles_n(T);
  static_assert(2 * ReaderA::chunks <= steps && 2 * ReaderB::chunks <= steps,
                "the fold issues a chunk every second step: it needs 2 * chunks <= steps");

  const ReaderA& reader_a;
  const ReaderB& reader_b;
  Accumulators<Policy, T>& acc;
  typename ReaderA::Staged& staged_a;
  typename ReaderB::Staged& staged_b;
  int buffer;  ///< the LDS buffer that is multiplied

  /// The registers that FoldPosition's indices name.
  struct Fragments {
    typename Policy::Fragment a[2];
    typename Policy::Fragment b[tiles_n(T)];
  };
};

/// The recursion makes each step's number a constant: registers cannot be indexed at run time.
template <class Context, Tile T, int step, bool prefetches>
struct FoldStep {
  using Here = FoldPosition<T, step>;
  using Next = FoldPosition<T, step + 1>;

  __device__ static __forceinline__ void run(Context& ctx, typename Context::Fragments& held) {
    // Chunks of A and B take turns, one a step, until the slice has been asked for.
    if constexpr (prefetches) {
      constexpr int chunk = step / 2;
      if constexpr (step % 2 == 0 && chunk < Context::ReaderA::chunks) {
        ctx.reader_a.prefetch(ctx.staged_a, chunk);
      } else if constexpr (step % 2 == 1 && chunk < Context::ReaderB::chunks) {
        ctx.reader_b.prefetch(ctx.staged_b, chunk);
      }
    }
    // A fragment is read one step before its use, with this step's WMMA to hide behind.
    if constexpr (step + 1 < Context::steps) {
      if constexpr (Next::n == 0) {
        ctx.reader_a.template read_fragment<Next::m, Next::k_step>(held.a[Next::a_index],
                                                                   ctx.buffer);
      }
      if constexpr (Next::reads_b) {
        ctx.reader_b.template read_fragment<Next::n, Next::k_step>(held.b[Next::b_index],
                                                                   ctx.buffer);
      }
    }
    // The raised priority lets this wave's WMMA go before another wave's reads.
    raise_priority();
    ctx.acc.mma(Here::m, Here::n, held.a[Here::a_index], held.b[Here::b_index]);
    lower_priority();

    if constexpr (step + 1 < Context::steps) {
      FoldStep<Context, T, step + 1, prefetches>::run(ctx, held);
    }
  }
};

/// Multiplies the slice in LDS buffer `ctx.buffer`; with `prefetches`, asks for the next one too.
template <bool prefetches, class Policy, Tile T, class Layout>
__device__ __forceinline__ void fold(FoldContext<Policy, T, Layout>& ctx) {
  using Context = FoldContext<Policy, T, Layout>;
  typename Context::Fragments held;
  ctx.reader_a.template read_fragment<0, 0>(held.a[0], ctx.buffer);
  ctx.reader_b.template read_fragment<0, 0>(held.b[0], ctx.buffer);
  FoldStep<Context, T, 0, prefetches>::run(ctx, held);
}

}  // namespace tilewright
