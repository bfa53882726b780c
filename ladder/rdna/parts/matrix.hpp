// How a block reads an operand from global memory: plainly (rungs 1-3), or through a buffer
// resource that knows where the matrix ends (from rung 4 on).
//
// An operand is "rows" of K consecutive elements: rows of A, columns of B. Both are read alike.
// SPDX-License-Identifier: MIT
#pragma once

#include "arch/prelude.hpp"

namespace tilewright {

/// Every access is trusted to be inside.
template <class Element>
struct PlainRows {
  GlobalPointer<const Element> first;
  int ld;

  __device__ PlainRows(std::uint64_t base, int first_row, int ld_)
      : first(global_pointer<const Element>(base) + std::int64_t{first_row} * ld_), ld(ld_) {}

  __device__ __forceinline__ Word128 load_b128(int row, int k) const {
    return tilewright::load_b128<Element>(&first[row * ld + k]);
  }
};

/// Taught in rung 4. The buffer starts at the block's first row, which takes 64-bit arithmetic
/// once, and ends with the last element of the matrix, never later. Offsets then fit 32 bits.
///
/// What lies outside:
///  - A row past the matrix starts at or after NUM_RECORDS, because ld >= K: it reads as zeros.
///  - 128 bits are checked dword by dword, and a dword that straddles the end reads as zero whole.
///    With an odd ld or K that could cost the matrix its last element. It does not, because
///    load_b128 is only used for elements that all lie in a row's K: they end at the last element
///    at the latest, so none of their dwords straddles. A shorter last slice is read
///    element by element, each checked alone (parts/k_tail.hpp).
///  - k >= K in a row that is not the last is inside the buffer: it is the next row. No bound
///    catches that; the reader of the last slice does.
template <class Element>
struct BoundedRows {
  static constexpr int elem_bytes = sizeof(Element);
  Buffer buffer;
  int bytes;  ///< NUM_RECORDS
  int ld;

  __device__ BoundedRows(std::uint64_t base, int first_row, int rows, int k, int ld_) : ld(ld_) {
    const std::int64_t elems_left = std::int64_t{rows - 1 - first_row} * ld_ + k;
    bytes = buffer_bytes(elems_left * elem_bytes);
    buffer = make_buffer(base + std::int64_t{first_row} * ld_ * elem_bytes, bytes);
  }

  __device__ __forceinline__ int offset(int row, int k) const {
    return (row * ld + k) * elem_bytes;
  }
  /// The offset of a row that is the same in all lanes, for the scalar operand of a load. It
  /// reduces NUM_RECORDS for the check and must not exceed it; held there, it leaves nothing in
  /// range.
  __device__ __forceinline__ int uniform_offset(int row) const {
    const int at = row * ld * elem_bytes;
    return at < bytes ? at : bytes;
  }
  __device__ __forceinline__ Word128 load_b128(int row, int k) const {
    return buffer_load_b128<Element>(buffer, offset(row, k));
  }
};

}  // namespace tilewright
