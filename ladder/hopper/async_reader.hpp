// An operand's way from memory to fragments that does not lead through registers. Taught in rung 8.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/rdna/parts/operand_reader.hpp"

namespace tilewright {

/// A policy whose slices are copied by cp.async.
template <class Policy>
struct AsyncCopies : Policy {
  static constexpr bool copies_async = true;
};
template <class Policy>
concept CopiesAsync = Policy::copies_async;

/// Takes the place of rdna/parts/operand_reader.hpp for such policies. A prefetch is an order to
/// the hardware: 16 bytes from here to there in shared memory, and zeros for what lies outside,
/// which the instruction does for nothing. A commit only waits for the orders to be carried out.
template <CopiesAsync Policy, Tile T, Operand operand, class Layout>
class OperandReader<Policy, T, operand, Layout> {
  using Element = typename Policy::Element;
  using Fragment = typename Policy::Fragment;
  static constexpr int rows = operand == Operand::a ? T.block_m : T.block_n;
  static constexpr int elem_bytes = sizeof(Element);
  static constexpr int buffer_elems = lds_buffer_elems(T, elem_bytes);
  using Share = ShareOut<T, rows, Element>;
  static_assert(T.buffers == 2, "the copy runs while the other buffer is multiplied");
  static_assert(T.layout != tilewright::Layout::permuted,
                "a permuted row has no constant step from one fragment to the next");

 public:
  static constexpr int chunks = Share::chunks;
  struct Staged {};  ///< nothing waits in registers

  __device__ OperandReader(const BoundedRows<Element>& from, Element* slice, int wave_row, int lane)
      : buffer_(from.buffer),
        next_chunk_(from.offset(Share::row(), Share::k())),
        row_step_(Share::rows_per_pass * from.ld * elem_bytes),
        commit_to_(slice + Layout::offset(Share::row(), Share::k())),
        fragments_(slice + Layout::offset(wave_row + Policy::template fragment_row<operand>(lane),
                                          Policy::template k_offset<operand>(lane))) {}

  __device__ __forceinline__ void prefetch(Staged& /*staged*/, int chunk) const {
    const auto at = static_cast<std::uint32_t>(next_chunk_ + chunk * row_step_);
    const bool inside = buffer_.holds(at);
    copy_async_b128(commit_to_ + fill_ + chunk * Share::rows_per_pass * Layout::stride,
                    buffer_.base + (inside ? at : 0), inside);
  }
  __device__ __forceinline__ void prefetch_all(Staged& staged) const {
#pragma unroll
    for (int c = 0; c < chunks; ++c) prefetch(staged, c);
  }
  /// To the next slice, and to the buffer that it goes to.
  __device__ __forceinline__ void advance() {
    next_chunk_ += T.block_k * elem_bytes;
    fill_ = buffer_elems - fill_;
  }
  __device__ __forceinline__ void commit(const Staged& /*staged*/, int /*buffer*/) const {
    wait_for_copies();
  }

  template <int tile, int step>
  __device__ __forceinline__ void read_fragment(Fragment& fragment, int buffer) const {
    load_lds(fragment, fragments_ + buffer + tile * wmma_tile * Layout::stride + step * wmma_tile);
  }

 private:
  Buffer buffer_;
  int next_chunk_;
  int row_step_;  ///< from one chunk to the next
  int fill_ = 0;  ///< the buffer that is being filled, in elements
  Element* commit_to_;
  const Element* fragments_;
};

}  // namespace tilewright
