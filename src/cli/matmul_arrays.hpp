// Between .npy arrays and what kernels read and write.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/codes.hpp"
#include "bench/operands.hpp"
#include "core/npy.hpp"

namespace tilewright::cli {

/// A file and what its elements are taken for: "" leaves it to the file; "f8" and "bf8" name what
/// uint8, or NumPy's one-byte void, holds.
struct Factor {
  std::string path;
  std::string type;
  std::string option;  ///< that gave the type: "--a-type"
};

struct Factors {
  bench::Operands operands;
  std::vector<std::string> guesses;  ///< sentences, of arrays whose files do not tell their type
};

/// Two arrays in either order as the operands of a product. Errors, in words for the person who has
/// the files: not two axes, no types that a kernel takes, types that the files contradict, FNUZ
/// formats, extents that do not meet.
[[nodiscard]] Result<Factors> read_operands(const Factor& a, const Factor& b);

/// The number that a code of float16, bfloat16 or float32 stands for.
[[nodiscard]] float number(uint32_t code, DType dtype);

/// C in C order; `c` holds codes of `from`, the array those of `to`: each of float16, float32 and
/// bfloat16. What is narrower is rounded to nearest even.
[[nodiscard]] Array product_array(const bench::Codes& c, const bench::Shape& shape, DType from,
                                  DType to);

}  // namespace tilewright::cli
