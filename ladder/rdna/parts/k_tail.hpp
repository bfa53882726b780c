// The last slice of K, where K is not a multiple of block_k. Taught in rung 4.
// SPDX-License-Identifier: MIT
#pragma once

#include "arch/prelude.hpp"
#include "ladder/rdna/rungs.hpp"

namespace tilewright {

/// Elements past K must be zero in LDS: the WMMAs multiply the whole slice. The bound of a buffer
/// cannot do it, because what follows a row in memory is the next row. So the offset of such an
/// element is replaced by one past every buffer.
struct ZeroedTail {
  __device__ static __forceinline__ int offset(int bytes, int k, int k_end) {
    return k < k_end ? bytes : out_of_range;
  }
};

/// Copies `rows` rows of the slice that starts at `first_k` straight into LDS, element by element,
/// each load with a bound of its own. It runs once per block and is kept rolled, to be short: a
/// lane takes 128 bits' worth of elements a turn, so that that many loads are in flight.
template <class Tail, class Layout, Tile T, int rows, class Rows, class Element>
__device__ __forceinline__ void copy_tail(Element* slice, const Rows& from, int first_k, int k_end,
                                          int thread) {
  constexpr int elems = elems_per_b128<Element>;
  constexpr int chunks_per_row = T.block_k / elems;
#pragma unroll 1
  for (int chunk = thread; chunk < rows * chunks_per_row; chunk += threads(T)) {
    const int row = chunk / chunks_per_row;
    const int k = chunk % chunks_per_row * elems;
    Vector<Element, elems> values;
#pragma unroll
    for (int i = 0; i < elems; ++i) {
      const int offset = from.offset(row, first_k + k + i);
      values[i] =
          buffer_load_element<Element>(from.buffer, Tail::offset(offset, first_k + k + i, k_end));
    }
    store_lds_b128(&slice[Layout::offset(row, k)], __builtin_bit_cast(Word128, values));
  }
}

}  // namespace tilewright
