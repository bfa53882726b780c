// SPDX-License-Identifier: MIT
#include "bench/fair_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "bench/sign_dots.hpp"
#include "core/parallel.hpp"
#include "core/random.hpp"

namespace tilewright::bench {
namespace {

constexpr size_t kSample = 4096;

/// What a tensor core may lose per step of at least eight products, relative to the largest partial
/// sum: FP32 accumulators are truncated a bit early, and the FP8 instruction keeps 13 bits behind
/// the point. Generous by a factor of two or so; it separates rounding from mistakes.
double loss_of_step(Element input, Element sum) {
  if (sum == Element::f16) return 0x1p-11;
  return input == Element::e4m3 ? 0x1p-12 : 0x1p-22;
}

/// A sum is multiplied by two scales, one after the other, or by their product: twice half an FP32
/// ulp, and a little for what the roundings make of each other.
constexpr double kTwoRoundings = 2.1 * 0x1p-24;

double rounding_of(Element output) {
  if (output == Element::f32) return 0x1p-24;
  return output == Element::f16 ? 0x1p-11 : 0x1p-8;
}

}  // namespace

std::vector<std::byte> exact_product(const Operands& signs, Element output, unsigned threads,
                                     const FairScales& scales) {
  const SignDots dots(signs, threads);
  const auto m = static_cast<size_t>(signs.shape.m);
  const auto n = static_cast<size_t>(signs.shape.n);
  const size_t bytes = bytes_of(output);
  std::vector<std::byte> c(m * n * bytes);
  parallel_for(n, 64, threads, [&](size_t begin, size_t end) {
    std::vector<int32_t> sums((end - begin) * m);
    dots.columns(begin, end, sums);
    for (size_t i = 0; i < sums.size(); ++i) {
      const double value = sums[i] * scales.of(i % m, begin + i / m);
      encode(output, static_cast<float>(value), &c[(begin * m + i) * bytes]);
    }
  });
  return c;
}

BitwiseVerdict compare_bitwise(std::span<const std::byte> expected, std::span<const std::byte> got,
                               Element output, int32_t m) {
  BitwiseVerdict verdict;
  if (std::memcmp(expected.data(), got.data(), expected.size()) == 0) return verdict;
  const size_t bytes = bytes_of(output);
  const auto poisoned = [](std::byte byte) { return byte == Copies::kPoison; };
  for (size_t at = 0; at < expected.size(); at += bytes) {
    if (std::memcmp(&expected[at], &got[at], bytes) == 0) continue;
    if (std::ranges::all_of(got.subspan(at, bytes), poisoned)) ++verdict.unwritten;
    if (verdict.mismatches++ == 0) {
      const size_t i = at / bytes;
      verdict.first = fmt::format("C[{}, {}] is {}, must be {}", i % static_cast<size_t>(m),
                                  i / static_cast<size_t>(m), decode(output, &got[at]),
                                  decode(output, &expected[at]));
    }
  }
  return verdict;
}

Float64Sample::Float64Sample(const TypedOperands& operands, Element sum, Element output,
                             uint64_t seed, unsigned threads, const FairScales& scales)
    : output_(output), points_(kSample) {
  const auto m = static_cast<size_t>(operands.shape.m);
  const auto n = static_cast<size_t>(operands.shape.n);
  const auto k = static_cast<size_t>(operands.shape.k);
  const size_t bytes = bytes_of(operands.element);
  const double loss = loss_of_step(operands.element, sum) * (static_cast<double>(k) / 8 + 1);
  parallel_for(kSample, 64, threads, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      // The last element is always there: edges are where kernels go wrong.
      const uint64_t word = splitmix64(seed ^ splitmix64(i));
      const size_t row = i == 0 ? m - 1 : (word & 0xffffffffu) % m;
      const size_t column = i == 0 ? n - 1 : (word >> 32) % n;
      double value = 0;
      double magnitude = 0;
      for (size_t at = 0; at < k; ++at) {
        const double product =
            double{decode(operands.element, &operands.a[(row * k + at) * bytes])} *
            double{decode(operands.element, &operands.b[(column * k + at) * bytes])};
        value += product;
        magnitude += std::abs(product);
      }
      double lost = magnitude * loss;
      if (scales.scaling != FairScaling::none) {
        const double scale = scales.of(row, column);
        lost = (lost + kTwoRoundings * (std::abs(value) + lost)) * scale;
        value *= scale;
      }
      points_[i] = {.at = column * m + row,
                    .value = value,
                    .bound = lost + std::abs(value) * rounding_of(output) + 0x1p-24};
    }
  });
}

Float64Sample::Verdict Float64Sample::check(std::span<const std::byte> c) const {
  Verdict verdict;
  double error = 0;
  double norm = 0;
  for (const Point& point : points_) {
    const double off = double{decode(output_, &c[point.at * bytes_of(output_)])} - point.value;
    error += off * off;
    norm += point.value * point.value;
    // A NaN is beyond every bound.
    const double share =
        std::isnan(off) ? std::numeric_limits<double>::infinity() : std::abs(off) / point.bound;
    verdict.share_of_bound = std::max(verdict.share_of_bound, share);
  }
  verdict.relative_error = std::sqrt(error / norm);
  return verdict;
}

}  // namespace tilewright::bench
