// Whether a product is right, whatever its types. Two checks, both before any timing:
//
//  - A and B of ±1: every sum is an integer, so C is known to the last bit, and must have it.
//  - N(0,1): a sample of C against float64. An element must lie within the bound that its types and
//    K imply; how far off the sample is as a whole is reported.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/fair_data.hpp"
#include "bench/fair_scales.hpp"

namespace tilewright::bench {

/// C of ±1 operands in an output type, scaled by powers of two. Where a result has no code, the
/// nearest counts: kernels that sum in FP32 round once too.
[[nodiscard]] std::vector<std::byte> exact_product(const Operands& signs, Element output,
                                                   unsigned threads, const FairScales& scales = {});

struct BitwiseVerdict {
  uint64_t mismatches = 0;
  uint64_t unwritten = 0;  ///< of them, those that still hold the poison
  std::string first;       ///< "C[3, 17] is 4, must be 2"; empty if there is none
};
/// m x n, column-major.
[[nodiscard]] BitwiseVerdict compare_bitwise(std::span<const std::byte> expected,
                                             std::span<const std::byte> got, Element output,
                                             int32_t m);

/// Elements of the product in float64, drawn once, compared with many results.
class Float64Sample {
 public:
  Float64Sample(const TypedOperands& operands, Element sum, Element output, uint64_t seed,
                unsigned threads, const FairScales& scales = {});

  struct Verdict {
    double relative_error = 0;  ///< 2-norm of the sample's error over that of the sample
    double share_of_bound = 0;  ///< of the worst element; above 1 the product is wrong
    [[nodiscard]] bool right() const { return share_of_bound <= 1; }
  };
  [[nodiscard]] Verdict check(std::span<const std::byte> c) const;

 private:
  struct Point {
    size_t at = 0;  ///< in C
    double value = 0;
    double bound = 0;
  };
  Element output_;
  std::vector<Point> points_;
};

}  // namespace tilewright::bench
