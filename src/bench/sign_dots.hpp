// The integer reference for A and B of ±1. With the signs packed into bits, a product of equal
// signs is +1 and of unequal ones -1, so a sum over K is K - 2 * popcount(a XOR b): 64 products an
// instruction or two, which is why the check costs little beside the run.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/operands.hpp"

namespace tilewright::bench {

class SignDots {
 public:
  /// Every element of `operands` must be +1 or -1.
  SignDots(const Operands& operands, unsigned threads);

  /// Columns [begin, end) of C = A * B as integers: m of them, then the next column.
  void columns(size_t begin, size_t end, std::span<int32_t> out) const;

 private:
  size_t m_;
  int32_t k_;
  size_t words_;  ///< 64-bit words a row; the bits past K are 0 in A and B
  std::vector<uint64_t> a_;
  std::vector<uint64_t> b_;
};

}  // namespace tilewright::bench
