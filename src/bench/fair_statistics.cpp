// SPDX-License-Identifier: MIT
#include "bench/fair_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <vector>

namespace tilewright::bench {
namespace {

/// Linear interpolation between the neighbours in a sorted sample.
double quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(at);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

/// Student's t of `freedom` degrees that 97.5 % stay below; past the table by its limit and first
/// correction, right to 0.1 %.
double two_sided_t(size_t freedom) {
  constexpr double kTable[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                               2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                               2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                               2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
  if (freedom <= std::size(kTable)) return kTable[freedom - 1];
  return 1.960 + 2.37 / static_cast<double>(freedom);
}

}  // namespace

Summary summarise(std::span<const double> values) {
  if (values.empty()) return {};
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  Summary summary{.count = sorted.size(),
                  .median = quantile(sorted, 0.5),
                  .low = quantile(sorted, 0.25),
                  .high = quantile(sorted, 0.75)};
  for (const double value : sorted) summary.mean += value;
  summary.mean /= static_cast<double>(sorted.size());
  if (sorted.size() > 1) {
    double squares = 0;
    for (const double value : sorted) squares += (value - summary.mean) * (value - summary.mean);
    summary.deviation = std::sqrt(squares / static_cast<double>(sorted.size() - 1));
  }
  return summary;
}

double Comparison::uncertainty() const {
  if (ratio.count < 2) return std::numeric_limits<double>::infinity();
  const double of_mean = ratio.deviation / std::sqrt(static_cast<double>(ratio.count));
  return two_sided_t(ratio.count - 1) * std::sqrt(std::numbers::pi / 2) * of_mean;
}

bool Comparison::within_noise() const { return std::abs(ratio.median - 1) < uncertainty(); }

Comparison compare(std::span<const double> ours_ms, std::span<const double> theirs_ms) {
  std::vector<double> ratios;
  for (size_t i = 0; i < std::min(ours_ms.size(), theirs_ms.size()); ++i) {
    ratios.push_back(theirs_ms[i] / ours_ms[i]);
  }
  return {
      .ours_ms = summarise(ours_ms), .theirs_ms = summarise(theirs_ms), .ratio = summarise(ratios)};
}

}  // namespace tilewright::bench
