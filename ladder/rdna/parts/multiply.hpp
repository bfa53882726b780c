// One slice of K, out of LDS: for each K step all fragments of B, and row by row of WMMA tiles the
// one of A. Taught in rung 2, replaced by the fold in rung 7.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/rdna/parts/wave.hpp"

namespace tilewright {

template <class Policy, class Layout, Tile T>
__device__ __forceinline__ void multiply_from_lds(Accumulators<Policy, T>& acc,
                                                  const typename Policy::Element* slice_a,
                                                  const typename Policy::Element* slice_b,
                                                  const Wave& wave) {
#pragma unroll
  for (int k = 0; k < T.block_k; k += wmma_tile) {
    typename Policy::Fragment b[tiles_n(T)];
#pragma unroll
    for (int n = 0; n < tiles_n(T); ++n) {
      read_fragment<Policy, Layout, Operand::b>(b[n], slice_b, wave.column + n * wmma_tile, k,
                                                wave.lane);
    }
#pragma unroll
    for (int m = 0; m < tiles_m(T); ++m) {
      typename Policy::Fragment a;
      read_fragment<Policy, Layout, Operand::a>(a, slice_a, wave.row + m * wmma_tile, k, wave.lane);
#pragma unroll
      for (int n = 0; n < tiles_n(T); ++n) acc.mma(m, n, a, b[n]);
    }
  }
}

}  // namespace tilewright
