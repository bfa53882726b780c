// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tilewright::cli {

/// `matrix` is rows x columns, row-major; so is the result, columns x rows.
[[nodiscard]] std::vector<uint16_t> transposed(std::span<const uint16_t> matrix, size_t rows,
                                               size_t columns);

}  // namespace tilewright::cli
