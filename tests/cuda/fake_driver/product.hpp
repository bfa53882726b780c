// The matrix product, over memory of the fake card.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "card.hpp"
#include "exported.hpp"

namespace tilewright::fake_cuda {

enum class Number : std::uint8_t { f16, bf16, e4m3, f32 };
[[nodiscard]] constexpr std::size_t bytes_of(Number number) {
  return number == Number::e4m3 ? 1 : number == Number::f32 ? 4 : 2;
}

/// Rows of K of an operand. Outside of `rows` x `length` it is zero.
struct Rows {
  Address address = 0;
  Number number = Number::f16;
  std::uint64_t rows = 0;
  std::uint64_t length = 0;
  std::uint64_t stride_bytes = 0;
};

/// f32: none (ones), one, or one for each row.
struct Factors {
  Address address = 0;
  std::uint64_t count = 0;
};

/// C = (A * B) scaled, rounded once. A is m x k by rows, B k x n by columns, C m x n by columns.
struct Product {
  Rows a;
  Rows b;
  Address c = 0;
  Number output = Number::f16;
  std::uint64_t c_stride_bytes = 0;
  std::uint64_t m = 0;
  std::uint64_t n = 0;
  std::uint64_t k = 0;
  Factors scale_a;
  Factors scale_b;
  bool wrong = false;  ///< the sum of C[m / 2, n / 3] is 2 too large
};

/// Errors: an array leaves its allocation.
[[nodiscard]] TW_FAKE_EXPORT Status multiply(const Product& product);

}  // namespace tilewright::fake_cuda
