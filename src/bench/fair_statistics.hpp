// The arithmetic of a comparison. Pure functions, tested without a GPU.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace tilewright::bench {

/// A sample, summed up. All zero for an empty one.
struct Summary {
  size_t count = 0;
  double mean = 0;
  double deviation = 0;  ///< standard deviation of one value; 0 for one value
  double median = 0;
  double low = 0;   ///< first quartile
  double high = 0;  ///< third quartile
};
[[nodiscard]] Summary summarise(std::span<const double> values);

/// Ours against theirs. A ratio is theirs / ours in time: above 1, ours is faster.
struct Comparison {
  Summary ours_ms;
  Summary theirs_ms;
  Summary ratio;  ///< of the pairs' own ratios, so that slow drifts cancel

  /// How far the median of the ratios may be off: the half-width of its 95 % interval, as for
  /// independent normal values: Student's t times the standard error of a median, sqrt(pi / 2) of a
  /// mean's. Infinite for fewer than two.
  [[nodiscard]] double uncertainty() const;
  /// The difference is smaller than what it may be off by.
  [[nodiscard]] bool within_noise() const;
};
/// Element i of both were measured beside each other.
[[nodiscard]] Comparison compare(std::span<const double> ours_ms,
                                 std::span<const double> theirs_ms);

}  // namespace tilewright::bench
