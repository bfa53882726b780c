// Scales of FP8 products: the operands are stored divided by them, so a sum is multiplied by those
// of its row and column before it is rounded to C.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/fair_types.hpp"
#include "bench/operands.hpp"

namespace tilewright::bench {

struct FairScales {
  FairScaling scaling = FairScaling::none;
  std::vector<float> a;  ///< one, or m: of the rows of A; empty without scaling
  std::vector<float> b;  ///< one, or n: of the columns of B

  /// Of an element of C; exact in float64.
  [[nodiscard]] double of(size_t row, size_t column) const {
    if (scaling == FairScaling::none) return 1;
    const bool vectors = scaling == FairScaling::vectors;
    return double{a[vectors ? row : 0]} * double{b[vectors ? column : 0]};
  }
};

/// From 2^-6 to 2^2, so that sums of N(0,1) products stay within binary16. For ±1 powers of two:
/// a scaled integer is then known to the last bit.
[[nodiscard]] FairScales make_fair_scales(const Shape& shape, FairScaling scaling, Data data,
                                          uint64_t seed);

}  // namespace tilewright::bench
