// The two factors on the host, in the layout that every kernel takes.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "bench/shape.hpp"

namespace tilewright::bench {

/// What A and B are filled with.
enum class Data : uint8_t {
  pm1,     ///< +1 and -1: every sum is an integer
  normal,  ///< N(0,1): every sum is rounded
};
[[nodiscard]] std::string_view name(Data data);
[[nodiscard]] std::optional<Data> data_from_name(std::string_view name);

/// Binary16 codes, both operands contiguous along K ("TN").
struct Operands {
  Shape shape;
  std::vector<uint16_t> a;  ///< m x k, row-major, leading dimension k
  std::vector<uint16_t> b;  ///< k x n, column-major, leading dimension k
};

/// The same data for any number of threads (0: all cores).
[[nodiscard]] Operands make_operands(const Shape& shape, Data data, uint64_t seed,
                                     unsigned threads);

}  // namespace tilewright::bench
