// The size of a product: C (m x n) = A (m x k) * B (k x n).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace tilewright::bench {

struct Shape {
  int32_t m = 0;
  int32_t n = 0;
  int32_t k = 0;

  bool operator==(const Shape&) const = default;
};

/// "768x768x512": what parse_shape reads.
[[nodiscard]] std::string text(const Shape& shape);

/// 10^12 operations a second of a product that took `milliseconds`, 2 m n k in all.
[[nodiscard]] constexpr double teraflops(const Shape& shape, double milliseconds) {
  return 2.0 * shape.m * shape.n * shape.k / (milliseconds * 1e9);
}

/// Reads MxNxK, or the name of a shape in AMD's posts: square, mlp-up, gqa-qkv, small. Errors: none
/// of these names, and not three numbers from 1 to 2^31-1.
[[nodiscard]] Result<Shape> parse_shape(std::string_view text);

}  // namespace tilewright::bench
