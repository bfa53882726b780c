// SPDX-License-Identifier: MIT
#include "bench/beside.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <utility>

#include "bench/chain.hpp"
#include "bench/reference_hipblaslt.hpp"
#include "bench/sign_dots.hpp"
#include "core/parallel.hpp"

namespace tilewright::bench {

namespace {

/// Whether workgroups all begin at K = 0: the variable by which Tensile is told so.
bool begins_at_zero() {
  const char* value = std::getenv("TENSILE_DISABLE_STAGGERU");
  return value != nullptr && std::string_view(value) == "1";
}

}  // namespace

IntegerComparison compare_with_integers(const Codes& c, const Operands& operands, Family family,
                                        uint32_t parts, unsigned threads) {
  constexpr size_t kColumns = 8;
  const double allowed = family == Family::rdna3 ? parts * (operands.shape.k * 0x1p-24) : 0;
  const Precision precision = operands.formats.precision;
  const SignDots dots(operands, threads);
  const auto m = static_cast<size_t>(operands.shape.m);
  IntegerComparison all;
  std::optional<size_t> first;
  std::mutex mutex;
  parallel_for(
      static_cast<size_t>(operands.shape.n), kColumns, threads, [&](size_t begin, size_t end) {
        std::vector<int32_t> sums((end - begin) * m);
        dots.columns(begin, end, sums);
        IntegerComparison here;
        std::optional<size_t> here_first;
        for (size_t i = 0; i < sums.size(); ++i) {
          const size_t at = begin * m + i;
          const double distance = std::abs(double{result_value(precision, c[at])} - sums[i]);
          if (distance == 0) continue;
          ++here.unequal;
          // A NaN is at no distance that is allowed.
          if (!(distance <= allowed)) {
            ++here.beyond;
            if (!here_first) here_first = at;
          }
          here.max_distance = std::max(here.max_distance, distance);
        }
        const std::scoped_lock lock(mutex);
        all.unequal += here.unequal;
        all.beyond += here.beyond;
        all.max_distance = std::max(all.max_distance, here.max_distance);
        if (here_first) first = std::min(first.value_or(*here_first), *here_first);
      });
  if (first) {
    std::vector<int32_t> column(m);
    dots.columns(*first / m, *first / m + 1, column);
    all.first = Mismatch{.row = static_cast<uint32_t>(*first % m),
                         .column = static_cast<uint32_t>(*first / m),
                         .expected = result_code(precision, static_cast<float>(column[*first % m])),
                         .got = c[*first],
                         .precision = precision};
  }
  return all;
}

Beside run_hipblaslt(device::HipDevice& device, const DeviceOperands& uploaded,
                     const Operands& operands, Data data, Family family, unsigned threads,
                     const std::optional<EventTiming>& timing) {
  Beside beside;
  const auto library = HipblasLt::open(device);
  if (!library) {
    beside.error = library.error().message;
    return beside;
  }
  beside.name = (*library)->name();
  const auto prepared = (*library)->prepare(uploaded);
  if (!prepared) {
    beside.error = prepared.error().message;
    return beside;
  }
  beside.solution = (*prepared)->solution();
  if (operands.formats.precision == Precision::fp16) beside.order = sum_order(beside.solution);
  (void)device.take_report();
  Result<Product> product = multiply(device, **prepared, uploaded, timing);
  beside.report = device.take_report();
  if (!product) {
    beside.error = fmt::format("{}: {}", beside.solution, product.error().message);
    return beside;
  }
  beside.unwritten = product->unwritten;
  beside.damage = product->damage;
  beside.milliseconds = product->milliseconds;
  if (data == Data::pm1) {
    const uint32_t parts = beside.order ? beside.order->parts : 1;
    beside.integers = compare_with_integers(product->c, operands, family, parts, threads);
  }
  if (beside.order) {
    beside.unlike_chain = unequal_codes(
        product->c, chain_product_fp32_sums(operands, family, *beside.order, threads));
    beside.chain_is_due = data == Data::pm1 && family == Family::rdna3 && begins_at_zero();
  }
  beside.c = std::move(product->c);
  return beside;
}

}  // namespace tilewright::bench
