// The product in float64, and how far a chain of WMMA steps with a binary16 accumulator may be from
// it.
//
// Let s_t be the exact sum after step t (products of binary16 are exact in float64, and what
// float64 loses in summing them is far below everything here), c_t what the accumulator holds, and
// e_t a bound of |c_t - s_t|. Step t aligns the accumulator and its products to a common grid, adds
// them, and rounds once to binary16 (src/emu/wmma/README.md):
//
//  - The grid is 2^max(g, l - 26): g = eA + eB - 24 from the exponents of the factors, l the
//  leading
//    bit of the largest term, at least -14. With A* and B* the largest magnitudes in the row of A
//    and the column of B, at least 2^-14 each, grid <= A*B* 2^-24 + |c_{t-1}| 2^-26 + 2^-40. Each
//    of at most 8 truncations and one's complements costs less than one unit of it, so the sum is
//    off by
//        d_t <= 8 grid <= A*B* 2^-21 + (|s_{t-1}| + e_{t-1}) 2^-23 + 2^-37.
//  - Rounding x to binary16 costs at most 2^-11 |x|, or 2^-25 where x is subnormal.
//
// Hence e_0 = 0 and e_t = (e_{t-1} + d_t) (1 + 2^-11) + 2^-11 |s_t| + 2^-25, which is evaluated for
// every element beside its sum. Sums beyond 65504 have no bound: the accumulator overflows.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arch/targets.hpp"
#include "bench/operands.hpp"

namespace tilewright::bench {

class FloatReference {
 public:
  /// `executed_k`: K as the kernel multiplies it, zero-padded to whole slices. `operands` must
  /// outlive this.
  FloatReference(const Operands& operands, Family family, uint32_t executed_k, unsigned threads);

  /// Rows handled at a time; the last strip may be shorter.
  static constexpr size_t kStrip = 16;
  [[nodiscard]] size_t strips() const;

  /// Rows [strip * kStrip, …) of every column: `value` and `bound` take kStrip entries a column,
  /// those past the last row meaningless.
  void rows(size_t strip, std::span<double> value, std::span<double> bound) const;

 private:
  const Operands& operands_;
  uint32_t step_;  ///< values of K in one step
  std::vector<uint32_t> order_;
  std::vector<float> b_;       ///< B with its columns' elements in order of summation, zeros past K
  std::vector<double> b_max_;  ///< largest magnitude of each column, at least 2^-14
};

}  // namespace tilewright::bench
