// Who holds which results, and the direct way to memory. Taught in rung 9.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/hopper/parts/multiply.hpp"
#include "ladder/hopper/parts/scale.hpp"

namespace tilewright::hopper {

/// Which results a thread holds.
struct Holder {
  int row;     ///< in the warpgroup's 64, of the first square
  int column;  ///< in the square

  __device__ explicit Holder(int thread)
      : row(thread / 32 * 16 + thread % 32 / 4), column(thread % 4 * 2) {}
};

/// The two results of square `j` to the right, in the upper (0) or lower (1) of its two rows of
/// squares.
template <class Types, int n>
__device__ __forceinline__ TwoFloats two_sums(const Sums<Types, n>& sums, int j, int lower) {
  return {sums.word[4 * j + 2 * lower], sums.word[4 * j + 2 * lower + 1]};
}

/// As they lie in memory, where results have 16 bits.
template <class Types, int n, class Factors>
__device__ __forceinline__ std::uint32_t packed_pair(const Sums<Types, n>& sums,
                                                     const Factors& scale, int block, int j,
                                                     int lower) {
  if constexpr (Types::sums_are_pairs) {
    // A copy the compiler cannot undo: the sums' registers are about to be wgmma's again.
    std::uint32_t copy;
    asm volatile("mov.b32 %0, %1;" : "=r"(copy) : "r"(sums.word[2 * j + lower].bits));
    return copy;
  } else {
    const int row = block * wgmma_rows + lower * square;
    const TwoFloats scaled = scale(two_sums(sums, j, lower), row, j * square);
    return Types::pack(scaled.first, scaled.second);
  }
}

/// Each thread writes its pairs, as single results where C ends or a pair would not be aligned.
template <class Types, TmaTile T, int length>
__device__ void store_directly(const Patch<Types, T, length>& patch, const TmaArgs& args,
                               const Origin& origin, int consumer, int thread) {
  constexpr int bytes = Types::result_bytes;
  const Holder holder(thread);
  const int n = origin.n + first_row(T, consumer) + holder.row;
  const int m = origin.m + holder.column;
  const Scale<Types> scale(args, m, n);
  const bool pairs = args.c % (2 * bytes) == 0 && args.ldc % 2 == 0;
#pragma unroll
  for (int block = 0; block < row_blocks(T); ++block) {
#pragma unroll
    for (int lower = 0; lower < 2; ++lower) {
      const int row = block * wgmma_rows + lower * square;
      if (n + row >= args.n) continue;
      const std::uint64_t to =
          args.c + (std::int64_t{n + row} * args.ldc + m) * std::int64_t{bytes};
#pragma unroll
      for (int j = 0; j < length / square; ++j) {
        const int left = args.m - m - j * square;
        const std::uint64_t place = to + j * square * bytes;
        if constexpr (bytes == 4) {
          const TwoFloats two = scale(two_sums(patch.block[block], j, lower), row, j * square);
          if (left >= 2 && pairs) {
            *reinterpret_cast<float2*>(place) = {two.first, two.second};
          } else {
            if (left >= 1) reinterpret_cast<float*>(place)[0] = two.first;
            if (left >= 2) reinterpret_cast<float*>(place)[1] = two.second;
          }
        } else {
          const std::uint32_t two = packed_pair(patch.block[block], scale, block, j, lower);
          if (left >= 2 && pairs) {
            *reinterpret_cast<std::uint32_t*>(place) = two;
          } else {
            if (left >= 1) reinterpret_cast<std::uint16_t*>(place)[0] = two;
            if (left >= 2) reinterpret_cast<std::uint16_t*>(place)[1] = two >> 16;
          }
        }
      }
    }
  }
}

}  // namespace tilewright::hopper
