// One operand's way from memory to fragments, with every address worked out before the loop. Taught
// in rung 7, where a read sits between two WMMAs and each instruction spent on its address competes
// with them for an issue slot.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/rdna/parts/matrix.hpp"
#include "ladder/rdna/parts/staged_copy.hpp"
#include "ladder/rdna/parts/wave.hpp"

namespace tilewright {

/// An address has a part that differs between lanes and a part that is the same for all. The first
/// is held in a register: one for global memory, one for commits, one for fragments. The second
/// goes where an instruction takes it for nothing: the constant offset of an LDS access, the scalar
/// offset of a buffer load.
template <class Policy, Tile T, Operand operand, class Layout>
class OperandReader {
  using Element = typename Policy::Element;
  using Fragment = typename Policy::Fragment;
  static constexpr int rows = operand == Operand::a ? T.block_m : T.block_n;
  static constexpr int elem_bytes = sizeof(Element);
  using Share = ShareOut<T, rows, Element>;
  static_assert(T.layout != tilewright::Layout::permuted,
                "a permuted row has no constant step from one fragment to the next");

 public:
  static constexpr int chunks = Share::chunks;
  using Staged = Word128[chunks];

  /// `slice` is the operand's part of the first LDS buffer, `wave_row` the wave's first row of it.
  __device__ OperandReader(const BoundedRows<Element>& from, Element* slice, int wave_row, int lane)
      : buffer_(from.buffer),
        next_chunk_(from.offset(Share::row(), Share::k())),
        commit_to_(slice + Layout::offset(Share::row(), Share::k())),
        fragments_(slice + Layout::offset(wave_row + Policy::template fragment_row<operand>(lane),
                                          Policy::template k_offset<operand>(lane))) {
#pragma unroll
    for (int c = 0; c < chunks; ++c) {
      chunk_offset_[c] = from.uniform_offset(c * Share::rows_per_pass);
    }
  }

  /// Chunk `chunk` of the slice that comes next, into a register.
  __device__ __forceinline__ void prefetch(Staged& staged, int chunk) const {
    staged[chunk] = buffer_load_b128<Element>(buffer_, next_chunk_, chunk_offset_[chunk]);
  }
  __device__ __forceinline__ void prefetch_all(Staged& staged) const {
#pragma unroll
    for (int c = 0; c < chunks; ++c) prefetch(staged, c);
  }
  __device__ __forceinline__ void advance() { next_chunk_ += T.block_k * elem_bytes; }

  /// `buffer` is the distance to the LDS buffer meant, in elements.
  __device__ __forceinline__ void commit(const Staged& staged, int buffer) const {
#pragma unroll
    for (int c = 0; c < chunks; ++c) {
      store_lds_b128(commit_to_ + buffer + c * Share::rows_per_pass * Layout::stride, staged[c]);
    }
  }

  template <int tile, int step>
  __device__ __forceinline__ void read_fragment(Fragment& fragment, int buffer) const {
    load_lds(fragment, fragments_ + buffer + tile * wmma_tile * Layout::stride + step * wmma_tile);
  }

 private:
  Buffer buffer_;
  int next_chunk_;
  int chunk_offset_[chunks];
  Element* commit_to_;
  const Element* fragments_;
};

}  // namespace tilewright
