// SPDX-License-Identifier: MIT
#include "bench/operands.hpp"

#include <cstring>

#include "core/fp8.hpp"
#include "core/half.hpp"
#include "core/parallel.hpp"
#include "core/random.hpp"

namespace tilewright::bench {

std::string_view name(Data data) { return data == Data::pm1 ? "pm1" : "normal"; }

std::optional<Data> data_from_name(std::string_view wanted) {
  for (const Data data : {Data::pm1, Data::normal}) {
    if (name(data) == wanted) return data;
  }
  return std::nullopt;
}

namespace {

constexpr size_t kGrain = size_t{1} << 16;

uint8_t fp8_code(Fp8 format, uint16_t half) {
  return fp8_from_float(format, half_to_float(half), Fp8Overflow::saturate);
}

/// Every half becomes a number of the format.
void quantise(std::vector<uint16_t>& halves, Fp8 format, unsigned threads) {
  parallel_for(halves.size(), kGrain, threads, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      halves[i] = half_from_float(fp8_to_float(format, fp8_code(format, halves[i])));
    }
  });
}

}  // namespace

Operands make_operands(const Shape& shape, Data data, uint64_t seed, unsigned threads,
                       const Formats& formats) {
  constexpr uint64_t kStreamA = 0;
  constexpr uint64_t kStreamB = 1;
  const auto k = static_cast<size_t>(shape.k);
  Operands operands{.shape = shape,
                    .a = std::vector<uint16_t>(static_cast<size_t>(shape.m) * k),
                    .b = std::vector<uint16_t>(static_cast<size_t>(shape.n) * k),
                    .formats = formats};
  const auto fill = data == Data::pm1 ? fill_signs : fill_normal;
  fill(operands.a, seed, kStreamA, threads);
  fill(operands.b, seed, kStreamB, threads);
  if (formats.precision == Precision::fp8) {
    quantise(operands.a, formats.a, threads);
    quantise(operands.b, formats.b, threads);
  }
  return operands;
}

std::vector<std::byte> device_codes(const Operands& operands, Operand which, unsigned threads) {
  const std::vector<uint16_t>& halves = which == Operand::a ? operands.a : operands.b;
  if (operands.formats.precision == Precision::fp16) {
    std::vector<std::byte> codes(halves.size() * sizeof(halves[0]));
    std::memcpy(codes.data(), halves.data(), codes.size());
    return codes;
  }
  const Fp8 format = which == Operand::a ? operands.formats.a : operands.formats.b;
  std::vector<std::byte> codes(halves.size());
  parallel_for(halves.size(), kGrain, threads, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) codes[i] = std::byte{fp8_code(format, halves[i])};
  });
  return codes;
}

}  // namespace tilewright::bench
