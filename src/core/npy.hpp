// Arrays in .npy files.
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

/// A dense little-endian array, as a .npy file holds it.
struct Array {
  DType dtype = DType::f16;
  std::vector<uint64_t> shape;  ///< outermost index first
  bool fortran_order = false;   ///< the first index runs fastest
  std::vector<std::byte> data;  ///< product of the shape times size_of(dtype), no gaps
};

/// "float16 [768, 512]", and ", Fortran order" where it is.
[[nodiscard]] std::string describe(const Array& array);

/// Errors name the file and what is wrong with it.
[[nodiscard]] Result<Array> read_npy(const std::string& path);

/// Writes in one step (see write_file): on error the file that was there is still there.
[[nodiscard]] Result<void> write_npy(const std::string& path, const Array& array);

}  // namespace tilewright
