// SPDX-License-Identifier: MIT
#include "bench/chain.hpp"

#include <cstring>

#include "core/parallel.hpp"
#include "emu/wmma/chain.hpp"
#include "emu/wmma/forms.hpp"
#include "emu/wmma/layout.hpp"

namespace tilewright::bench {
namespace {

namespace wmma = emu::wmma;

wmma::Family arithmetic(Family family) {
  return family == Family::rdna3 ? wmma::Family::gfx11 : wmma::Family::gfx12;
}

wmma::Form form(const Formats& formats) {
  if (formats.precision == Precision::fp16) return wmma::Form::f16_f16;
  if (formats.a == Fp8::e4m3) {
    return formats.b == Fp8::e4m3 ? wmma::Form::f32_fp8_fp8 : wmma::Form::f32_fp8_bf8;
  }
  return formats.b == Fp8::e4m3 ? wmma::Form::f32_bf8_fp8 : wmma::Form::f32_bf8_bf8;
}

/// Rows of `k` elements with zeros after each, up to `padded_k`.
std::vector<std::byte> padded(std::vector<std::byte> rows, size_t count, size_t k,
                              size_t padded_k) {
  if (k == padded_k) return rows;
  const size_t bytes = rows.size() / (count * k);
  std::vector<std::byte> out(count * padded_k * bytes);
  for (size_t row = 0; row < count; ++row) {
    std::memcpy(&out[row * padded_k * bytes], &rows[row * k * bytes], k * bytes);
  }
  return out;
}

/// Rows of K in memory, as many as C has rows or columns.
struct Factors {
  std::vector<std::byte> a;
  std::vector<std::byte> b;
  size_t k = 0;
};
Factors factors(const Operands& operands, size_t executed_k, unsigned threads) {
  const auto m = static_cast<size_t>(operands.shape.m);
  const auto n = static_cast<size_t>(operands.shape.n);
  const auto k = static_cast<size_t>(operands.shape.k);
  return {.a = padded(device_codes(operands, Operand::a, threads), m, k, executed_k),
          .b = padded(device_codes(operands, Operand::b, threads), n, k, executed_k),
          .k = executed_k};
}

/// What a part of the sum multiplies: its slices, one after the other.
std::vector<std::byte> part_of(const std::vector<std::byte>& rows, size_t k, const SumOrder& order,
                               size_t part) {
  if (order.parts == 1) return rows;
  constexpr size_t kBytes = 2;
  const size_t slice = order.slice * kBytes;
  std::vector<std::byte> out;
  out.reserve(rows.size() / order.parts + slice);
  for (size_t row = 0; row < rows.size(); row += k * kBytes) {
    for (size_t at = part * slice; at < k * kBytes; at += order.parts * slice) {
      const auto from = rows.begin() + static_cast<ptrdiff_t>(row + at);
      out.insert(out.end(), from, from + static_cast<ptrdiff_t>(slice));
    }
  }
  return out;
}

/// The chain of `form`'s instructions, whose D has elements of `width` bytes.
Codes evaluate(const Factors& factors, const Shape& shape, Family family, wmma::Form form,
               size_t width, unsigned threads) {
  const auto m = static_cast<size_t>(shape.m);
  const auto n = static_cast<size_t>(shape.n);
  const auto stride = static_cast<ptrdiff_t>(factors.k);
  Codes c(width, m * n);
  const wmma::ChainGemm gemm{
      .family = arithmetic(family),
      .form = form,
      .n = static_cast<int64_t>(n),
      .k = static_cast<int64_t>(factors.k),
      .a = {.data = factors.a.data(), .outer_stride = stride},
      .b = {.data = factors.b.data(), .outer_stride = stride},
      .d = {.data = c.bytes().data(), .row_stride = 1, .column_stride = static_cast<ptrdiff_t>(m)},
      .options = {}};
  constexpr size_t kRows = 256;
  parallel_for(m, kRows, threads, [&](size_t begin, size_t end) {
    wmma::chain_gemm(gemm, static_cast<int64_t>(begin), static_cast<int64_t>(end));
  });
  return c;
}

}  // namespace

uint32_t chain_step(Family family, Precision precision) {
  return static_cast<uint32_t>(
      wmma::chain_rules(arithmetic(family), form({precision}), wmma::Policy::silicon, false)
          .step_length);
}

std::vector<uint32_t> chain_order(Family family, uint32_t executed_k, Precision precision) {
  const int width = 8 * operand_bytes(precision);
  std::vector<uint32_t> order(executed_k);
  for (uint32_t k = 0; k < executed_k; ++k) {
    const uint32_t tile = k / wmma::tile * wmma::tile;
    order[k] =
        tile + static_cast<uint32_t>(wmma::accumulation_position(
                   arithmetic(family), wmma::WaveSize::w32, width, static_cast<int>(k - tile)));
  }
  return order;
}

Codes chain_product(const Operands& operands, Family family, uint32_t executed_k,
                    unsigned threads) {
  return evaluate(factors(operands, executed_k, threads), operands.shape, family,
                  form(operands.formats),
                  static_cast<size_t>(result_bytes(operands.formats.precision)), threads);
}

Codes chain_product_fp32_sums(const Operands& operands, Family family, const SumOrder& order,
                              unsigned threads) {
  const Shape& shape = operands.shape;
  const Factors all = factors(operands, round_up(shape.k, static_cast<int>(order.slice)), threads);
  std::vector<float> sums(static_cast<size_t>(shape.m) * static_cast<size_t>(shape.n));
  for (size_t part = 0; part < order.parts && part * order.slice < all.k; ++part) {
    Factors some{.a = part_of(all.a, all.k, order, part), .b = part_of(all.b, all.k, order, part)};
    some.k = some.a.size() / 2 / static_cast<size_t>(shape.m);
    const Codes sum = evaluate(some, shape, family, wmma::Form::f32_f16, sizeof(float), threads);
    for (size_t i = 0; i < sums.size(); ++i) {
      const auto of_part = std::bit_cast<float>(sum[i]);
      sums[i] = part == 0 ? of_part : sums[i] + of_part;
    }
  }
  Codes c(Precision::fp16, sums.size());
  for (size_t i = 0; i < sums.size(); ++i) c.set(i, half_from_float(sums[i]));
  return c;
}

}  // namespace tilewright::bench
