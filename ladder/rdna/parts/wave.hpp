// Who a lane is: its block in C, its wave's patch of the block, its place in the wave.
// SPDX-License-Identifier: MIT
#pragma once

#include "arch/prelude.hpp"
#include "ladder/gemm_args.hpp"
#include "ladder/rdna/rungs.hpp"

namespace tilewright {

/// The first row and column of C that this workgroup computes.
struct BlockOrigin {
  int row;
  int column;
};

template <Tile T, class Order>
__device__ __forceinline__ BlockOrigin block_origin(const GemmArgs& args) {
  const int blocks_m = ceil_div(args.m, T.block_m);
  const int blocks_n = ceil_div(args.n, T.block_n);
  const auto place = Order::place(block_id(), blocks_m, blocks_n);
  return {place.row * T.block_m, place.column * T.block_n};
}

/// Waves divide the block into a waves_m x waves_n grid of patches; `row` and `column` are where
/// this wave's patch starts in the block.
struct Wave {
  int row;
  int column;
  int lane;
};

template <Tile T>
__device__ __forceinline__ Wave wave_of(int thread) {
  const int wave = thread / wave_size;
  return {wave / T.waves_n * (T.block_m / T.waves_m), wave % T.waves_n * (T.block_n / T.waves_n),
          thread % wave_size};
}

/// A wave's patch of C in registers: a grid of WMMA tiles.
template <class Policy, Tile T>
struct Accumulators {
  static constexpr int tiles = tiles_m(T) * tiles_n(T);
  static constexpr int sets = ceil_div(tiles, Policy::tiles_per_accumulator);
  typename Policy::Accumulator set[sets] = {};

  // Where a policy keeps two tiles in one set, they are half the grid apart, so that consecutive
  // instructions never wait for each other's result. m and n must be constants once inlined.
  __device__ __forceinline__ void mma(int m, int n, const typename Policy::Fragment& a,
                                      const typename Policy::Fragment& b) {
    const int tile = m * tiles_n(T) + n;
    Policy::mma(set[tile % sets], a, b, tile / sets);
  }
  __device__ __forceinline__ typename Policy::Result result(int m, int n, int i) const {
    const int tile = m * tiles_n(T) + n;
    return Policy::result(set[tile % sets], i, tile / sets);
  }
};

/// Copies one lane's fragment out of LDS: row `row + lane % 16` of the slice, from `k` on.
template <class Policy, class Layout, Operand operand>
__device__ __forceinline__ void read_fragment(typename Policy::Fragment& fragment,
                                              const typename Policy::Element* slice, int row, int k,
                                              int lane) {
  const int offset = Layout::offset(row + Policy::template fragment_row<operand>(lane),
                                    k + Policy::template k_offset<operand>(lane));
  load_lds(fragment, &slice[offset]);
}

}  // namespace tilewright
