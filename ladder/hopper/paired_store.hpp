// The epilogues of rdna/parts/plain_store.hpp and store.hpp for a lane map like Hopper's, whose
// results are pairs of neighbours in two columns. They specialise the originals; kernels call
// those.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/rdna/parts/plain_store.hpp"
#include "ladder/rdna/parts/store.hpp"

namespace tilewright {

template <class Policy>
concept PairedResults = Policy::adjacent_rows == 2;

/// Rungs 1-3: every cell of the block is a cell of C, and columns begin at even addresses.
template <PairedResults Policy, Tile T>
__device__ __forceinline__ void store_plain(const Accumulators<Policy, T>& acc,
                                            const GemmArgs& args, const BlockOrigin& block,
                                            const Wave& wave) {
  using Result = typename Policy::Result;
  using Pair = Vector<Result, 2>;
  const int row = block.row + wave.row + Policy::first_result_row(wave.lane);
  const int column = block.column + wave.column + Policy::first_result_column(wave.lane);
  Result* const c = reinterpret_cast<Result*>(args.c) + std::int64_t{column} * args.ldc + row;
#pragma unroll
  for (int n = 0; n < tiles_n(T); ++n) {
#pragma unroll
    for (int m = 0; m < tiles_m(T); ++m) {
#pragma unroll
      for (int i = 0; i < Policy::results; i += 2) {
        const int at_column = n * wmma_tile + Policy::column_of(i);
        const int at_row = m * wmma_tile + Policy::row_of(i);
        *reinterpret_cast<Pair*>(&c[at_column * args.ldc + at_row]) = {acc.result(m, n, i),
                                                                       acc.result(m, n, i + 1)};
      }
    }
  }
}

/// From rung 4 on: rows and columns past the edge are given an offset past the end of C.
template <PairedResults Policy, Tile T>
class PatchStore<Policy, T> {
  using Result = typename Policy::Result;
  static constexpr int bytes = sizeof(Result);

 public:
  __device__ PatchStore(const GemmArgs& args, const BlockOrigin& block, const Wave& wave) {
    const int row = wave.row + Policy::first_result_row(wave.lane);
    const int column = wave.column + Policy::first_result_column(wave.lane);
    rows_left_ = args.m - block.row - row;
    columns_left_ = args.n - block.column - column;
    first_ = (column * args.ldc + row) * bytes;
    ldc_bytes_ = args.ldc * bytes;
    pairs_ = args.m % 2 == 0 && args.ldc % 2 == 0 && args.c % (2 * bytes) == 0;

    const std::int64_t origin = std::int64_t{block.column} * args.ldc + block.row;
    const std::int64_t end = std::int64_t{args.n - 1} * args.ldc + args.m;
    buffer_ = make_buffer(args.c + origin * bytes, (end - origin) * bytes);
  }

  __device__ __forceinline__ void store(const Accumulators<Policy, T>& acc) const {
    if (pairs_) {
      store_all<2>(acc);
    } else {
      store_all<1>(acc);
    }
  }

 private:
  /// `at_once` results, neighbours in a column, with each store.
  template <int at_once>
  __device__ __forceinline__ void store_all(const Accumulators<Policy, T>& acc) const {
#pragma unroll
    for (int n = 0; n < tiles_n(T); ++n) {
#pragma unroll
      for (int m = 0; m < tiles_m(T); ++m) {
#pragma unroll
        for (int i = 0; i < Policy::results; i += at_once) {
          const int at_column = n * wmma_tile + Policy::column_of(i);
          const int at_row = m * wmma_tile + Policy::row_of(i);
          const bool inside = at_column < columns_left_ && at_row < rows_left_;
          const int offset =
              inside ? first_ + at_column * ldc_bytes_ + at_row * bytes : out_of_range;
          Vector<Result, at_once> rows;
#pragma unroll
          for (int j = 0; j < at_once; ++j) rows[j] = acc.result(m, n, i + j);
          buffer_store_element(rows, buffer_, offset);
        }
      }
    }
  }

  Buffer buffer_;
  int rows_left_;     ///< of C from the lane's first result down
  int columns_left_;  ///< of C from the lane's first column on
  int first_;         ///< offset of the lane's first result
  int ldc_bytes_;
  bool pairs_;
};

}  // namespace tilewright
