// SPDX-License-Identifier: MIT
#include "bench/float_reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "bench/chain.hpp"
#include "core/half.hpp"
#include "core/parallel.hpp"

namespace tilewright::bench {
namespace {

constexpr size_t kStrip = FloatReference::kStrip;
/// Columns that meet a strip together, so that its rows are loaded once for all of them.
constexpr size_t kColumns = 4;
/// Values of K whose factors are widened at a time; any step divides it.
constexpr size_t kChunk = 256;

/// A strip of rows and some columns; [column][row] where both have a place.
struct Group {
  const double* a;  ///< the strip, its rows side by side
  const float* b[kColumns];
  size_t count;  ///< of K, a multiple of a step
  double fixed[kColumns * kStrip];
  double sum[kColumns * kStrip];  ///< results
  double f[kColumns * kStrip];
};

/// In vectors of `width` rows, `columns` at a time: as many as there are registers for.
template <size_t width, size_t columns>
[[gnu::always_inline]] inline void add_up(Group& group, const FloatReference::Step& step) {
  using Vector [[gnu::vector_size(width * sizeof(double))]] = double;
  using Bits [[gnu::vector_size(width * sizeof(double))]] = int64_t;
  constexpr size_t vectors = kStrip / width;
  for (size_t first_column = 0; first_column < kColumns; first_column += columns) {
    Vector sum[columns][vectors] = {};
    Vector f[columns][vectors] = {};
    Vector fixed[columns][vectors];
    std::memcpy(fixed, &group.fixed[first_column * kStrip], sizeof(fixed));
    double b[columns][kChunk];
    for (size_t chunk = 0; chunk < group.count; chunk += kChunk) {
      const size_t count = std::min(kChunk, group.count - chunk);
      for (size_t c = 0; c < columns; ++c) {
        for (size_t j = 0; j < count; ++j) b[c][j] = group.b[first_column + c][chunk + j];
      }
      const double* const a = group.a + chunk * kStrip;
      for (size_t i = 0; i < count; i += step.products) {
        for (size_t j = i; j < i + step.products; ++j) {
          for (size_t v = 0; v < vectors; ++v) {
            Vector rows;
            std::memcpy(&rows, a + j * kStrip + v * width, sizeof(rows));
            for (size_t c = 0; c < columns; ++c) sum[c][v] += rows * b[c][j];
          }
        }
        for (size_t c = 0; c < columns; ++c) {
          for (size_t v = 0; v < vectors; ++v) {
            const Vector magnitude = reinterpret_cast<Vector>(reinterpret_cast<Bits>(sum[c][v]) &
                                                              std::numeric_limits<int64_t>::max());
            f[c][v] = f[c][v] * step.kept + magnitude * step.of_sum + fixed[c][v];
          }
        }
      }
    }
    std::memcpy(&group.sum[first_column * kStrip], sum, sizeof(sum));
    std::memcpy(&group.f[first_column * kStrip], f, sizeof(f));
  }
}

using AddUp = void (*)(Group&, const FloatReference::Step&);

void add_up_portable(Group& group, const FloatReference::Step& step) { add_up<2, 1>(group, step); }

#if defined(__x86_64__)
// This file is compiled without contraction to fused multiply-adds: all give the same bits.
[[gnu::target("avx2")]] void add_up_avx2(Group& group, const FloatReference::Step& step) {
  add_up<4, 1>(group, step);
}

[[gnu::target("avx512f")]] void add_up_avx512(Group& group, const FloatReference::Step& step) {
  add_up<8, kColumns>(group, step);
}
#endif

AddUp best_add_up() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return add_up_avx512;
  if (__builtin_cpu_supports("avx2")) return add_up_avx2;
#endif
  return add_up_portable;
}

}  // namespace

// A subnormal is aligned as if it were as large as the smallest normal number.
double FloatReference::least_magnitude(Precision precision, Fp8 format) {
  return precision == Precision::fp8 && format == Fp8::e4m3 ? 0x1p-6 : 0x1p-14;
}

FloatReference::Step FloatReference::step_of(Family family, Precision precision) {
  const uint32_t products = chain_step(family, precision);
  const bool fp8 = precision == Precision::fp8;
  const double t = fp8 ? 12 : 8;
  const double z = fp8 ? 0x1p-152 : 0x1p-40;
  const double u = fp8 ? 0x1p-24 : 0x1p-11;
  const double w = fp8 ? 0x1p-150 : 0x1p-25;
  const double p = (1 + u) * (1 + t * 0x1p-26);
  const double q = (1 + u) * t * 0x1p-26;
  return {.products = products,
          .kept = p,
          .of_sum = u + q / p,
          .of_product = (1 + u) * t * 0x1p-24,
          .constant = (1 + u) * t * z + w,
          .carried = q / p};
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

  static const AddUp add_up_best = best_add_up();
  for (size_t first_column = 0; first_column < n; first_column += kColumns) {
    Group group{.a = a.data(), .b = {}, .count = order_.size(), .fixed = {}, .sum = {}, .f = {}};
    for (size_t i = 0; i < kColumns; ++i) {
      const size_t column = std::min(first_column + i, n - 1);  // the last is repeated
      group.b[i] = &b_[column * order_.size()];
      for (size_t row = 0; row < kStrip; ++row) {
        group.fixed[i * kStrip + row] = step_.fixed(a_max[row] * b_max_[column]);
      }
    }
    add_up_best(group, step_);
    const size_t count = std::min(kColumns, n - first_column) * kStrip;
    for (size_t i = 0; i < count; ++i) {
      value[first_column * kStrip + i] = group.sum[i];
      bound[first_column * kStrip + i] = step_.error(group.f[i], group.sum[i]);
    }
  }
}

FloatReference::Element FloatReference::element(size_t row, size_t column, size_t first,
                                                size_t last) const {
  const auto k = static_cast<size_t>(operands_.shape.k);
  const double fixed = step_.fixed(a_max_[row] * b_max_[column]);
  Element sum;
  double f = 0;
  for (size_t i = first; i < last; i += step_.products) {
    for (size_t j = i; j < i + step_.products; ++j) {
      if (order_[j] >= k) continue;
      sum.value += double{half_to_float(operands_.a[row * k + order_[j]])} *
                   double{b_[column * order_.size() + j]};
    }
    f = step_.next(f, sum.value, fixed);
  }
  sum.bound = step_.error(f, sum.value);
  return sum;
}

}  // namespace tilewright::bench
