// The epilogue: accumulators to C, at any shape. Taught in rung 4.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/rdna/parts/wave.hpp"

namespace tilewright {

/// What is written is what was accumulated.
template <class Policy>
struct AsAccumulated {
  using Result = typename Policy::Result;
  __device__ __forceinline__ void at_column(int /*column*/) {}
  __device__ __forceinline__ Result operator()(Result value, int /*row*/) const { return value; }
};

/// Writes a wave's patch of C, and nothing outside of C: a lane whose row or column is past the
/// edge stores to an offset past the end of the buffer, where the hardware drops it. That costs a
/// select per store, and no branch.
///
/// `Finish` makes an element of C of an accumulated sum. It is told the column and the row, counted
/// from the lane's first ones, so that it need not hold what belongs to them.
template <class Policy, Tile T, class Finish = AsAccumulated<Policy>>
class PatchStore {
  using Result = typename Finish::Result;
  static constexpr int bytes = sizeof(Result);
  static constexpr int per_b128 = elems_per_b128<Result>;

 public:
  __device__ PatchStore(const GemmArgs& args, const BlockOrigin& block, const Wave& wave) {
    const int row = wave.row + Policy::first_result_row(wave.lane);
    const int column = wave.column + Policy::result_column(wave.lane);
    rows_left_ = args.m - block.row - row;
    columns_left_ = args.n - block.column - column;
    first_ = (column * args.ldc + row) * bytes;
    column_step_ = wmma_tile * args.ldc * bytes;
    // Whole groups of rows, aligned: if the first column of C allows wide stores, all do.
    wide_ = Policy::result_row_step == 1 && args.m % Policy::results == 0 &&
            args.ldc % per_b128 == 0 && args.c % sizeof(Word128) == 0;

    const std::int64_t origin = std::int64_t{block.column} * args.ldc + block.row;
    const std::int64_t end = std::int64_t{args.n - 1} * args.ldc + args.m;
    buffer_ = make_buffer(args.c + origin * bytes, (end - origin) * bytes);
  }

  __device__ __forceinline__ void store(const Accumulators<Policy, T>& acc,
                                        Finish finish = {}) const {
    if (wide_) {
      store_all<per_b128>(acc, finish);
    } else {
      store_all<1>(acc, finish);
    }
  }

 private:
  /// `at_once` results, neighbours in a column, with each store.
  template <int at_once>
  __device__ __forceinline__ void store_all(const Accumulators<Policy, T>& acc,
                                            Finish& finish) const {
#pragma unroll
    for (int n = 0; n < tiles_n(T); ++n) {
      const int column = first_ + n * column_step_;
      const bool column_inside = n * wmma_tile < columns_left_;
      finish.at_column(n * wmma_tile);
#pragma unroll
      for (int m = 0; m < tiles_m(T); ++m) {
#pragma unroll
        for (int i = 0; i < Policy::results; i += at_once) {
          const int row = m * wmma_tile + i * Policy::result_row_step;
          const bool inside = column_inside && row < rows_left_;
          // Adding the row after the select keeps it a constant of the instruction; past the end
          // stays past the end.
          const int offset = (inside ? column : out_of_range) + row * bytes;
          if constexpr (at_once == 1) {
            buffer_store_element(finish(acc.result(m, n, i), row), buffer_, offset);
          } else {
            Vector<Result, at_once> rows;
#pragma unroll
            for (int j = 0; j < at_once; ++j) rows[j] = finish(acc.result(m, n, i + j), row + j);
            buffer_store_b128(__builtin_bit_cast(Word128, rows), buffer_, offset);
          }
        }
      }
    }
  }

  Buffer buffer_;
  int rows_left_;     ///< of C from the lane's first result down
  int columns_left_;  ///< of C from the lane's first column on
  int first_;         ///< offset of the lane's first result
  int column_step_;   ///< offset from one WMMA tile to the next in n
  bool wide_;
};

}  // namespace tilewright
