// SPDX-License-Identifier: MIT
#include "bench/float_reference.hpp"

#include <algorithm>
#include <cmath>

#include "bench/chain.hpp"
#include "core/half.hpp"
#include "core/parallel.hpp"

namespace tilewright::bench {
// A subnormal is aligned as if it were as large as the smallest normal number.
double FloatReference::least_magnitude(Precision precision, Fp8 format) {
  return precision == Precision::fp8 && format == Fp8::e4m3 ? 0x1p-6 : 0x1p-14;
}

FloatReference::Step FloatReference::step_of(Family family, Precision precision) {
  const uint32_t products = chain_step(family, precision);
  if (precision == Precision::fp8) return {products, 12, 0x1p-152, 0x1p-24, 0x1p-150};
  return {products, 8, 0x1p-40, 0x1p-11, 0x1p-25};
}

FloatReference::FloatReference(const Operands& operands, Family family, uint32_t executed_k,
                               unsigned threads)
    : operands_(operands),
      step_(step_of(family, operands.formats.precision)),
      order_(chain_order(family, executed_k, operands.formats.precision)) {
  const auto n = static_cast<size_t>(operands.shape.n);
  const auto k = static_cast<size_t>(operands.shape.k);
  a_max_.assign(static_cast<size_t>(operands.shape.m),
                least_magnitude(operands.formats.precision, operands.formats.a));
  parallel_for(a_max_.size(), 16, threads, [&](size_t begin, size_t end) {
    for (size_t row = begin; row < end; ++row) {
      for (size_t i = 0; i < k; ++i) {
        a_max_[row] =
            std::max(a_max_[row], std::abs(double{half_to_float(operands.a[row * k + i])}));
      }
    }
  });
  b_.resize(n * order_.size());
  b_max_.assign(n, least_magnitude(operands.formats.precision, operands.formats.b));
  parallel_for(n, 16, threads, [&](size_t begin, size_t end) {
    for (size_t column = begin; column < end; ++column) {
      for (size_t i = 0; i < order_.size(); ++i) {
        const float value = order_[i] < k ? half_to_float(operands.b[column * k + order_[i]]) : 0;
        b_[column * order_.size() + i] = value;
        b_max_[column] = std::max(b_max_[column], std::abs(double{value}));
      }
    }
  });
}

size_t FloatReference::strips() const {
  return (static_cast<size_t>(operands_.shape.m) + kStrip - 1) / kStrip;
}

void FloatReference::rows(size_t strip, std::span<double> value, std::span<double> bound) const {
  const auto m = static_cast<size_t>(operands_.shape.m);
  const auto n = static_cast<size_t>(operands_.shape.n);
  const auto k = static_cast<size_t>(operands_.shape.k);
  const size_t first = strip * kStrip;
  const size_t rows = std::min(kStrip, m - first);

  // The strip of A with its rows side by side, so that the loop over them is one of vectors.
  std::vector<double> a(order_.size() * kStrip);
  double a_max[kStrip] = {};
  std::copy_n(a_max_.begin() + static_cast<ptrdiff_t>(first), rows, a_max);
  for (size_t i = 0; i < order_.size(); ++i) {
    if (order_[i] >= k) continue;
    for (size_t row = 0; row < rows; ++row) {
      a[i * kStrip + row] = half_to_float(operands_.a[(first + row) * k + order_[i]]);
    }
  }

  for (size_t column = 0; column < n; ++column) {
    const float* const b = &b_[column * order_.size()];
    double sum[kStrip] = {};
    double error[kStrip] = {};
    for (size_t i = 0; i < order_.size(); i += step_.products) {
      double off[kStrip];
      for (size_t row = 0; row < kStrip; ++row) {
        off[row] = step_.off(a_max[row] * b_max_[column], sum[row], error[row]);
      }
      for (size_t j = i; j < i + step_.products; ++j) {
        for (size_t row = 0; row < kStrip; ++row) sum[row] += a[j * kStrip + row] * double{b[j]};
      }
      for (size_t row = 0; row < kStrip; ++row) {
        error[row] = step_.after(error[row], off[row], sum[row]);
      }
    }
    std::ranges::copy(sum, value.begin() + static_cast<ptrdiff_t>(column * kStrip));
    std::ranges::copy(error, bound.begin() + static_cast<ptrdiff_t>(column * kStrip));
  }
}

FloatReference::Element FloatReference::element(size_t row, size_t column, size_t first,
                                                size_t last) const {
  const auto k = static_cast<size_t>(operands_.shape.k);
  const double largest = a_max_[row] * b_max_[column];
  Element sum;
  for (size_t i = first; i < last; i += step_.products) {
    const double off = step_.off(largest, sum.value, sum.bound);
    for (size_t j = i; j < i + step_.products; ++j) {
      if (order_[j] >= k) continue;
      sum.value += double{half_to_float(operands_.a[row * k + order_[j]])} *
                   double{b_[column * order_.size() + j]};
    }
    sum.bound = step_.after(sum.bound, off, sum.value);
  }
  return sum;
}

}  // namespace tilewright::bench
