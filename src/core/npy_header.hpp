// The header of a .npy file: NumPy format 1.0, 2.0 and 3.0. Takes bytes from anywhere, and trusts
// none of them.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/dtype.hpp"
#include "core/result.hpp"

namespace tilewright {

struct NpyHeader {
  DType dtype = DType::f16;
  std::vector<uint64_t> shape;  ///< outermost index first; empty for a scalar
  bool fortran_order = false;   ///< the first index runs fastest
  uint64_t data_offset = 0;     ///< bytes from the start of the file to the first element
  uint64_t data_bytes = 0;      ///< product of the shape times the size of an element
};

/// Headers up to this many bytes are read, the fixed part included (NumPy writes 128).
inline constexpr size_t kNpyHeaderLimit = size_t{1} << 16;

/// Axes that an array may have at most (NumPy's own limit).
inline constexpr size_t kNpyMaxAxes = 64;

/// Reads the header in `start`, the first min(file_bytes, kNpyHeaderLimit) bytes of a file that has
/// `file_bytes`. Errors, in words for the person who has the file: not .npy, unknown version, a
/// malformed description, an element type we do not have, a shape too large for 64 bits, and a file
/// that is shorter or longer than its shape says.
[[nodiscard]] Result<NpyHeader> parse_npy_header(std::span<const std::byte> start,
                                                 uint64_t file_bytes);

/// A version 1.0 header that ends on a 64-byte boundary, ready to be followed by the elements.
[[nodiscard]] std::string npy_header_text(DType dtype, std::span<const uint64_t> shape,
                                          bool fortran_order);

}  // namespace tilewright
