// SPDX-License-Identifier: MIT
#include "core/random.hpp"

#include <cmath>
#include <numbers>

#include "core/half.hpp"
#include "core/parallel.hpp"

namespace tilewright {
namespace {

constexpr size_t kGrain = size_t{1} << 16;

/// Word `index` of the sequence that (seed, stream) names.
class Words {
 public:
  Words(uint64_t seed, uint64_t stream) : key_(splitmix64(splitmix64(seed) ^ stream)) {}
  [[nodiscard]] uint64_t operator()(uint64_t index) const { return splitmix64(key_ ^ index); }

 private:
  uint64_t key_;
};

/// Uniform in (0, 1): 53 bits, never 0.
double uniform(uint64_t word) { return (static_cast<double>(word >> 11) + 0.5) * 0x1p-53; }

}  // namespace

void fill_signs(std::span<uint16_t> out, uint64_t seed, uint64_t stream, unsigned threads) {
  constexpr uint16_t kOne = 0x3c00;
  const Words words(seed, stream);
  parallel_for(out.size(), kGrain, threads, [&](size_t begin, size_t end) {
    uint64_t word = 0;
    for (size_t i = begin; i < end; ++i) {
      if (i == begin || i % 64 == 0) word = words(i / 64) >> (i % 64);
      out[i] = static_cast<uint16_t>(kOne | (word & 1) << 15);
      word >>= 1;
    }
  });
}

void fill_normal(std::span<uint16_t> out, uint64_t seed, uint64_t stream, unsigned threads) {
  const Words words(seed, stream);
  parallel_for(out.size(), kGrain, threads, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const double radius = std::sqrt(-2.0 * std::log(uniform(words(2 * i))));
      const double angle = 2.0 * std::numbers::pi * uniform(words(2 * i + 1));
      out[i] = half_from_float(static_cast<float>(radius * std::cos(angle)));
    }
  });
}

}  // namespace tilewright
