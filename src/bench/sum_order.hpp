// In which order a kernel of hipBLASLt adds along K, as its name tells: Tensile writes every
// parameter of a kernel into the name of its solution.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tilewright::bench {

/// K is cut into slices, and part p sums slices p, p + parts, p + 2 * parts, … in ascending order
/// of K. The sums of the parts are added in FP32, in their order.
struct SumOrder {
  uint32_t parts = 1;
  uint32_t slice = 16;  ///< a multiple of 16
};

/// Nothing if the name does not tell, or tells of another way to sum: stream-K, waves of a
/// workgroup that share K, parts of adjacent slices.
[[nodiscard]] std::optional<SumOrder> sum_order(std::string_view solution);

}  // namespace tilewright::bench
