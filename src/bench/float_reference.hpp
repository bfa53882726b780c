// The product in float64, and how far a chain of WMMA steps may be from it.
//
// Let s_t be the exact sum after step t (products of binary16 are exact in float64, and what
// float64 loses in summing them is far below everything here), c_t what the accumulator holds, and
// e_t a bound of |c_t - s_t|. Step t aligns the accumulator and its products to a common grid, adds
// them, and rounds once to the accumulator's format (src/emu/wmma/README.md):
//
//  - The grid is 2^max(g, l - 26): g = eA + eB - 24 from the exponents of the factors, l the
//  leading
//    bit of the largest term. With A* and B* the largest magnitudes in the row of A and the column
//    of B, at least the smallest normal number of their format, grid <= A*B* 2^-24 + |c_{t-1}|
//    2^-26
//    + z, where z is 2^-40 for FP16, whose accumulator counts as 2^-14 at least, and 2^-152 for
//    FP8. Each truncation and one's complement costs less than one unit of the grid. There are T of
//    them: at most 8 with FP16, and with FP8 the step's 8 products, its 2 groups of four and the
//    accumulator, which is below 12. So the sum is off by
//        d_t <= T (A*B* 2^-24 + (|s_{t-1}| + e_{t-1}) 2^-26 + z).
//  - Rounding x costs at most u |x|, or w where x is subnormal: 2^-11 and 2^-25 in binary16, 2^-24
//    and 2^-150 in binary32.
//
// Hence e_0 = 0 and e_t = (e_{t-1} + d_t) (1 + u) + u |s_t| + w, which is evaluated for every
// element beside its sum. With p = (1 + u)(1 + T 2^-26), q = (1 + u) T 2^-26 and f = e + (q / p)
// |s| that is
//        f_t = p f_{t-1} + (u + q / p) |s_t| + (1 + u) T (A*B* 2^-24 + z) + w,
// in which one absolute value and two products are left of a step. Sums beyond the accumulator's
// range have no bound: it overflows.
//
// For FP8 the step is a hypothesis, not a measurement. The bound holds as well if all products of a
// step are aligned at once, or are summed exactly.
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
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

  struct Element {
    double value = 0;
    double bound = 0;
  };
  /// One element's sum over the places [first, last) in the order of addition, from a fresh
  /// accumulator; both are multiples of a step.
  [[nodiscard]] Element element(size_t row, size_t column, size_t first, size_t last) const;
  /// Over all of K.
  [[nodiscard]] Element element(size_t row, size_t column) const {
    return element(row, column, 0, order_.size());
  }

  /// How a step carries f on.
  struct Step {
    uint32_t products;  ///< values of K
    double kept;        ///< p
    double of_sum;      ///< u + q / p
    double of_product;  ///< (1 + u) T 2^-24
    double constant;    ///< (1 + u) T z + w
    double carried;     ///< q / p

    /// What A*B* and the formats add in every step.
    [[nodiscard]] double fixed(double largest_product) const {
      return of_product * largest_product + constant;
    }
    /// f_t, from f_{t-1} and s_t.
    [[nodiscard]] double next(double f, double sum, double fixed) const {
      return f * kept + std::abs(sum) * of_sum + fixed;
    }
    /// e, from f and s.
    [[nodiscard]] double error(double f, double sum) const { return f - carried * std::abs(sum); }
  };

 private:
  [[nodiscard]] static Step step_of(Family family, Precision precision);
  /// The least that A* or B* may be.
  [[nodiscard]] static double least_magnitude(Precision precision, Fp8 format);

  const Operands& operands_;
  Step step_;
  std::vector<uint32_t> order_;
  std::vector<float> b_;       ///< B with its columns' elements in order of summation, zeros past K
  std::vector<double> a_max_;  ///< A* of each row
  std::vector<double> b_max_;  ///< B* of each column
};

}  // namespace tilewright::bench
