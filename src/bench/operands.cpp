// SPDX-License-Identifier: MIT
#include "bench/operands.hpp"

#include "core/random.hpp"

namespace tilewright::bench {

std::string_view name(Data data) { return data == Data::pm1 ? "pm1" : "normal"; }

std::optional<Data> data_from_name(std::string_view wanted) {
  for (const Data data : {Data::pm1, Data::normal}) {
    if (name(data) == wanted) return data;
  }
  return std::nullopt;
}

Operands make_operands(const Shape& shape, Data data, uint64_t seed, unsigned threads) {
  constexpr uint64_t kStreamA = 0;
  constexpr uint64_t kStreamB = 1;
  const auto k = static_cast<size_t>(shape.k);
  Operands operands{.shape = shape,
                    .a = std::vector<uint16_t>(static_cast<size_t>(shape.m) * k),
                    .b = std::vector<uint16_t>(static_cast<size_t>(shape.n) * k)};
  const auto fill = data == Data::pm1 ? fill_signs : fill_normal;
  fill(operands.a, seed, kStreamA, threads);
  fill(operands.b, seed, kStreamB, threads);
  return operands;
}

}  // namespace tilewright::bench
