// Global memory to registers, and later registers to LDS. Taught in rung 2.
// SPDX-License-Identifier: MIT
#pragma once

#include "arch/prelude.hpp"
#include "ladder/rdna/rungs.hpp"

namespace tilewright {

/// A workgroup's share-out of a slice of `rows` x block_k: lane after lane takes 128 bits, along K
/// first, so that a row's lanes read consecutive addresses. One pass of all threads covers
/// rows_per_pass rows; a slice takes `chunks` passes.
template <Tile T, int rows, class Element>
struct ShareOut {
  static constexpr int elems = elems_per_b128<Element>;
  static constexpr int lanes_per_row = T.block_k / elems;
  static constexpr int rows_per_pass = threads(T) / lanes_per_row;
  static constexpr int chunks = rows / rows_per_pass;
  static_assert(threads(T) % lanes_per_row == 0 && rows % rows_per_pass == 0,
                "the threads must copy an operand slice in whole passes");

  __device__ static __forceinline__ int row() { return thread_id() / lanes_per_row; }
  __device__ static __forceinline__ int k() { return thread_id() % lanes_per_row * elems; }
};

/// Elements that must stay together where a layout trades places: a fragment, which is read at
/// once, and a chunk, which is written at once.
template <class Policy>
inline constexpr int lds_unit = Policy::fragment_elems > elems_per_b128<typename Policy::Element>
                                    ? Policy::fragment_elems
                                    : elems_per_b128<typename Policy::Element>;

/// The staged commit: the incoming slice waits in registers, and reaches LDS only when the current
/// one has been multiplied. The wait for global memory moves behind the arithmetic.
template <Tile T, int rows, class Element>
class StagedCopy {
  using Share = ShareOut<T, rows, Element>;

 public:
  template <class Rows>
  __device__ __forceinline__ void load(const Rows& from, int first_k) {
#pragma unroll
    for (int c = 0; c < Share::chunks; ++c) {
      staged_[c] = from.load_b128(Share::row() + c * Share::rows_per_pass, first_k + Share::k());
    }
  }

  template <class Layout>
  __device__ __forceinline__ void commit(Element* slice) const {
#pragma unroll
    for (int c = 0; c < Share::chunks; ++c) {
      store_lds_b128(&slice[Layout::offset(Share::row() + c * Share::rows_per_pass, Share::k())],
                     staged_[c]);
    }
  }

 private:
  Word128 staged_[Share::chunks];
};

}  // namespace tilewright
