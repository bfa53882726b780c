// SPDX-License-Identifier: MIT
#include "bench/fair_scales.hpp"

#include <cmath>

#include "core/random.hpp"

namespace tilewright::bench {
namespace {

constexpr double kLeastExponent = -6;
constexpr double kMostExponent = 2;
/// Of a seed's arrays; A and B themselves are streams 0 and 1.
constexpr uint64_t kStreamA = 2;
constexpr uint64_t kStreamB = 3;

std::vector<float> random_scales(size_t count, Data data, uint64_t seed, uint64_t stream) {
  std::vector<float> scales(count);
  for (size_t i = 0; i < count; ++i) {
    const uint64_t word = splitmix64(splitmix64(seed ^ stream << 32) ^ i);
    const double unit = static_cast<double>(word >> 11) * 0x1p-53;
    const double exponent = kLeastExponent + (kMostExponent - kLeastExponent) * unit;
    scales[i] = static_cast<float>(std::exp2(data == Data::pm1 ? std::floor(exponent) : exponent));
  }
  return scales;
}

}  // namespace

FairScales make_fair_scales(const Shape& shape, FairScaling scaling, Data data, uint64_t seed) {
  if (scaling == FairScaling::none) return {};
  const bool vectors = scaling == FairScaling::vectors;
  const auto count = [&](int32_t extent) {
    return vectors ? static_cast<size_t>(extent) : size_t{1};
  };
  return {.scaling = scaling,
          .a = random_scales(count(shape.m), data, seed, kStreamA),
          .b = random_scales(count(shape.n), data, seed, kStreamB)};
}

}  // namespace tilewright::bench
