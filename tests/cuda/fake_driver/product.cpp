// SPDX-License-Identifier: MIT
#include "product.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/bfloat16.hpp"
#include "core/fp8.hpp"
#include "core/half.hpp"

namespace tilewright::fake_cuda {
namespace {

float load(Number number, const std::byte* at) {
  if (number == Number::e4m3) return fp8_to_float(Fp8::e4m3, std::to_integer<std::uint8_t>(*at));
  if (number == Number::f32) {
    float value = 0;
    std::memcpy(&value, at, sizeof value);
    return value;
  }
  std::uint16_t bits = 0;
  std::memcpy(&bits, at, sizeof bits);
  return number == Number::f16 ? half_to_float(bits) : bfloat16_to_float(bits);
}

void store(Number number, float value, std::byte* at) {
  if (number == Number::f32) {
    std::memcpy(at, &value, sizeof value);
  } else {
    const std::uint16_t bits =
        number == Number::f16 ? half_from_float(value) : bfloat16_from_float(value);
    std::memcpy(at, &bits, sizeof bits);
  }
}

const std::byte* host(Address address) { return reinterpret_cast<const std::byte*>(address); }

bool holds(Address address, std::uint64_t rows, std::uint64_t row_bytes, std::uint64_t stride) {
  if (rows == 0 || row_bytes == 0) return true;
  return Card::instance().holds(address, (rows - 1) * stride + row_bytes);
}
bool holds(const Rows& rows) {
  return holds(rows.address, rows.rows, rows.length * bytes_of(rows.number), rows.stride_bytes);
}
bool holds(const Factors& factors) {
  return factors.address == 0 ||
         Card::instance().holds(factors.address, factors.count * sizeof(float));
}

/// Element (row, k) at [k * rows + row].
std::vector<float> columns_of(const Rows& from, std::uint64_t rows, std::uint64_t k) {
  std::vector<float> values(rows * k);
  for (std::uint64_t row = 0; row < std::min(rows, from.rows); ++row) {
    const std::byte* const begin = host(from.address + row * from.stride_bytes);
    for (std::uint64_t at = 0; at < std::min(k, from.length); ++at) {
      values[at * rows + row] = load(from.number, begin + at * bytes_of(from.number));
    }
  }
  return values;
}

float factor(const Factors& factors, std::uint64_t index) {
  if (factors.address == 0) return 1;
  const std::uint64_t at = factors.count == 1 ? 0 : index;
  return load(Number::f32, host(factors.address + at * sizeof(float)));
}

}  // namespace

Status multiply(const Product& p) {
  const std::uint64_t column_bytes = p.m * bytes_of(p.output);
  if (!holds(p.a) || !holds(p.b) || !holds(p.c, p.n, column_bytes, p.c_stride_bytes) ||
      !holds(p.scale_a) || !holds(p.scale_b)) {
    return kIllegalAddress;
  }
  const std::vector<float> a = columns_of(p.a, p.m, p.k);
  const std::vector<float> b = columns_of(p.b, p.n, p.k);
  std::vector<float> sums(p.m);
  for (std::uint64_t j = 0; j < p.n; ++j) {
    std::ranges::fill(sums, 0.0f);
    for (std::uint64_t at = 0; at < p.k; ++at) {
      const float of_b = b[at * p.n + j];
      const float* const of_a = &a[at * p.m];
      for (std::uint64_t i = 0; i < p.m; ++i) sums[i] += of_a[i] * of_b;
    }
    if (p.wrong && j == p.n / 3) sums[p.m / 2] += 2;
    auto* const column = reinterpret_cast<std::byte*>(p.c + j * p.c_stride_bytes);
    const float scale_b = factor(p.scale_b, j);
    for (std::uint64_t i = 0; i < p.m; ++i) {
      store(p.output, sums[i] * scale_b * factor(p.scale_a, i), column + i * bytes_of(p.output));
    }
  }
  return kSuccess;
}

}  // namespace tilewright::fake_cuda
