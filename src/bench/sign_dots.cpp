// SPDX-License-Identifier: MIT
#include "bench/sign_dots.hpp"

#include <algorithm>
#include <bit>

#include "core/parallel.hpp"

namespace tilewright::bench {
namespace {

/// Rows of A that are met with a column before the next column comes: 64 rows of K = 8192 are 64
/// KiB.
constexpr size_t kRowBlock = 64;

std::vector<uint64_t> packed_signs(std::span<const uint16_t> halves, size_t rows, size_t k,
                                   size_t words, unsigned threads) {
  std::vector<uint64_t> bits(rows * words);
  parallel_for(rows, 16, threads, [&](size_t begin, size_t end) {
    for (size_t row = begin; row < end; ++row) {
      for (size_t i = 0; i < k; ++i) {
        bits[row * words + i / 64] |= uint64_t{halves[row * k + i]} >> 15 << (i % 64);
      }
    }
  });
  return bits;
}

/// Differing bits of one column and each of `rows` consecutive rows.
[[gnu::always_inline]] inline void count_block(const uint64_t* rows, const uint64_t* column,
                                               size_t count, size_t words, int32_t* unequal) {
  for (size_t row = 0; row < count; ++row) {
    int32_t sum = 0;
    for (size_t word = 0; word < words; ++word) {
      sum += std::popcount(rows[row * words + word] ^ column[word]);
    }
    unequal[row] = sum;
  }
}

using Count = void (*)(const uint64_t*, const uint64_t*, size_t, size_t, int32_t*);

void count_portable(const uint64_t* rows, const uint64_t* column, size_t count, size_t words,
                    int32_t* unequal) {
  count_block(rows, column, count, words, unequal);
}

#if defined(__x86_64__)
// The baseline of x86-64 has no popcount instruction; nearly every machine does.
[[gnu::target("popcnt")]] void count_popcnt(const uint64_t* rows, const uint64_t* column,
                                            size_t count, size_t words, int32_t* unequal) {
  count_block(rows, column, count, words, unequal);
}

[[gnu::target("avx512f,avx512vpopcntdq")]] void count_avx512(const uint64_t* rows,
                                                             const uint64_t* column, size_t count,
                                                             size_t words, int32_t* unequal) {
  count_block(rows, column, count, words, unequal);
}
#endif

Count best_count() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512vpopcntdq")) return count_avx512;
  if (__builtin_cpu_supports("popcnt")) return count_popcnt;
#endif
  return count_portable;
}

}  // namespace

SignDots::SignDots(const Operands& operands, unsigned threads)
    : m_(static_cast<size_t>(operands.shape.m)),
      k_(operands.shape.k),
      words_((static_cast<size_t>(k_) + 63) / 64) {
  const auto n = static_cast<size_t>(operands.shape.n);
  const auto k = static_cast<size_t>(k_);
  a_ = packed_signs(operands.a, m_, k, words_, threads);
  b_ = packed_signs(operands.b, n, k, words_, threads);
}

void SignDots::columns(size_t begin, size_t end, std::span<int32_t> out) const {
  static const Count count = best_count();
  for (size_t first = 0; first < m_; first += kRowBlock) {
    const size_t rows = std::min(kRowBlock, m_ - first);
    for (size_t column = begin; column < end; ++column) {
      int32_t* const sums = &out[(column - begin) * m_ + first];
      count(&a_[first * words_], &b_[column * words_], rows, words_, sums);
      for (size_t row = 0; row < rows; ++row) sums[row] = k_ - 2 * sums[row];
    }
  }
}

}  // namespace tilewright::bench
