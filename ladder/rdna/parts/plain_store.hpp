// The epilogue of rungs 1-3: every cell of the block is a cell of C.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/rdna/parts/wave.hpp"

namespace tilewright {

template <class Policy, Tile T>
__device__ __forceinline__ void store_plain(const Accumulators<Policy, T>& acc,
                                            const GemmArgs& args, const BlockOrigin& block,
                                            const Wave& wave) {
  using Result = typename Policy::Result;
  const int first_row = block.row + wave.row;
  const int first_column = block.column + wave.column + Policy::result_column(wave.lane);
  const GlobalPointer<Result> c =
      global_pointer<Result>(args.c) + std::int64_t{first_column} * args.ldc + first_row;
#pragma unroll
  for (int m = 0; m < tiles_m(T); ++m) {
#pragma unroll
    for (int n = 0; n < tiles_n(T); ++n) {
#pragma unroll
      for (int i = 0; i < Policy::results; ++i) {
        const int row = m * wmma_tile + result_row<Policy>(wave.lane, i);
        c[n * wmma_tile * args.ldc + row] = acc.result(m, n, i);
      }
    }
  }
}

}  // namespace tilewright
