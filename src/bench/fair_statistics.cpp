// SPDX-License-Identifier: MIT
#include "bench/fair_statistics.hpp"

#include <algorithm>
#include <cmath>
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
  if (ratio.count == 0) return 0;
  return 1.57 * (ratio.high - ratio.low) / std::sqrt(static_cast<double>(ratio.count));
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
