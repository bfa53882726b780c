// SPDX-License-Identifier: MIT
#include "bench/judge.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "bench/chain.hpp"
#include "bench/float_reference.hpp"
#include "bench/sign_dots.hpp"
#include "core/parallel.hpp"

namespace tilewright::bench {
namespace {

/// Columns that a thread takes at a time.
constexpr size_t kColumns = 8;

/// What RDNA 3 may leave where a sum of ±1 cancels.
constexpr float kResidue = 0x1p-23f;

/// The smallest index reported by any thread, and how many there were.
class FirstOf {
 public:
  void add(size_t index) {
    const std::scoped_lock lock(mutex_);
    ++count_;
    first_ = first_ ? std::min(*first_, index) : index;
  }
  [[nodiscard]] uint64_t count() const { return count_; }
  [[nodiscard]] std::optional<size_t> first() const { return first_; }

 private:
  std::mutex mutex_;
  uint64_t count_ = 0;
  std::optional<size_t> first_;
};

/// Calls visit(index in C, integer) for every element.
template <class Visit>
void for_each_integer(const Operands& operands, unsigned threads, const Visit& visit) {
  const SignDots dots(operands, threads);
  const auto m = static_cast<size_t>(operands.shape.m);
  parallel_for(static_cast<size_t>(operands.shape.n), kColumns, threads,
               [&](size_t begin, size_t end) {
                 std::vector<int32_t> sums((end - begin) * m);
                 dots.columns(begin, end, sums);
                 for (size_t i = 0; i < sums.size(); ++i) visit(begin * m + i, sums[i]);
               });
}

}  // namespace

std::string describe(const Mismatch& x) {
  const int digits = 2 * result_bytes(x.precision);
  return fmt::format("C[{}, {}] is {} (0x{:0{}x}), must be {} (0x{:0{}x})", x.row, x.column,
                     result_value(x.precision, x.got), x.got, digits,
                     result_value(x.precision, x.expected), x.expected, digits);
}

Judge::Judge(const Operands& operands, Data data, Family family, unsigned threads)
    : operands_(operands), data_(data), family_(family), threads_(threads) {}

Result<const Expected*> Judge::expected(uint32_t executed_k) {
  const bool integers_only = data_ == Data::pm1 && family_ == Family::rdna4;
  const uint32_t key = integers_only ? 0 : executed_k;
  if (const auto known = known_.find(key); known != known_.end()) return &known->second;
  Result<Expected> made = integers_only        ? integers()
                          : data_ == Data::pm1 ? chain_near_integers(executed_k)
                                               : chain_near_float64(executed_k);
  if (!made) return tl::unexpected(made.error());
  return &known_.emplace(key, std::move(*made)).first->second;
}

Expected Judge::integers() const {
  const auto size = static_cast<size_t>(operands_.shape.m) * static_cast<size_t>(operands_.shape.n);
  const Precision precision = operands_.formats.precision;
  Expected made{.c = Codes(precision, size), .float64 = {}};
  for_each_integer(operands_, threads_, [&](size_t i, int32_t sum) {
    made.c.set(i, result_code(precision, static_cast<float>(sum)));
  });
  return made;
}

Result<Expected> Judge::chain_near_integers(uint32_t executed_k) const {
  Expected made{.c = chain_product(operands_, family_, executed_k, threads_), .float64 = {}};
  FirstOf off;
  for_each_integer(operands_, threads_, [&](size_t i, int32_t sum) {
    const float distance = value(made.c[i]) - static_cast<float>(sum);
    if (!(std::abs(distance) <= kResidue)) off.add(i);
  });
  if (off.first()) {
    const size_t m = static_cast<size_t>(operands_.shape.m);
    return fail(
        "the instruction chain differs from the integer product by more than 2^-23 in {} elements, "
        "first in C[{}, {}] = {}",
        off.count(), *off.first() % m, *off.first() / m, value(made.c[*off.first()]));
  }
  return made;
}

Result<Expected> Judge::chain_near_float64(uint32_t executed_k) const {
  Expected made{.c = chain_product(operands_, family_, executed_k, threads_),
                .float64 = Float64Comparison{}};
  const auto m = static_cast<size_t>(operands_.shape.m);
  const auto n = static_cast<size_t>(operands_.shape.n);
  const FloatReference reference(operands_, family_, executed_k, threads_);
  FirstOf off;
  std::mutex mutex;
  parallel_for(reference.strips(), 1, threads_, [&](size_t begin, size_t end) {
    constexpr size_t kStrip = FloatReference::kStrip;
    std::vector<double> exact(n * kStrip);
    std::vector<double> bound(n * kStrip);
    Float64Comparison worst;
    for (size_t strip = begin; strip < end; ++strip) {
      reference.rows(strip, exact, bound);
      const size_t rows = std::min(kStrip, m - strip * kStrip);
      for (size_t at = 0; at < n * kStrip; ++at) {
        if (at % kStrip >= rows) continue;
        const size_t i = at / kStrip * m + strip * kStrip + at % kStrip;
        const double error = std::abs(double{value(made.c[i])} - exact[at]);
        if (!(error <= bound[at])) off.add(i);
        worst.max_error = std::max(worst.max_error, error);
        worst.max_share_of_bound = std::max(worst.max_share_of_bound, error / bound[at]);
      }
    }
    const std::scoped_lock lock(mutex);
    made.float64->max_error = std::max(made.float64->max_error, worst.max_error);
    made.float64->max_share_of_bound =
        std::max(made.float64->max_share_of_bound, worst.max_share_of_bound);
  });
  if (off.first()) {
    return fail(
        "the instruction chain differs from the float64 product by more than its bound in {} "
        "elements, first in C[{}, {}] = {}",
        off.count(), *off.first() % m, *off.first() / m, value(made.c[*off.first()]));
  }
  return made;
}

float Judge::value(uint32_t code) const { return result_value(operands_.formats.precision, code); }

Result<Verdict> Judge::check(const Codes& c, uint32_t executed_k) {
  const Result<const Expected*> must = expected(executed_k);
  if (!must) return tl::unexpected(must.error());
  const Codes& want = (*must)->c;
  const auto m = static_cast<size_t>(operands_.shape.m);
  std::optional<FloatReference> reference;  // made when an element asks for it
  const auto within_bound = [&](size_t i) {
    if (!reference) reference.emplace(operands_, family_, executed_k, threads_);
    const FloatReference::Element exact = reference->element(i % m, i / m);
    return std::abs(double{value(c[i])} - exact.value) <= exact.bound;
  };
  Verdict verdict;
  for (size_t i = 0; i < want.size(); ++i) {
    if (c[i] == want[i]) continue;
    if (chain_is_a_hypothesis() && within_bound(i)) {
      ++verdict.off_chain;
    } else if (verdict.mismatches++ == 0) {
      verdict.first = Mismatch{.row = static_cast<uint32_t>(i % m),
                               .column = static_cast<uint32_t>(i / m),
                               .expected = want[i],
                               .got = c[i],
                               .precision = operands_.formats.precision};
    }
  }
  return verdict;
}

}  // namespace tilewright::bench
