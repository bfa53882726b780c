// Elements of a product that its type could not hold.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/operands.hpp"
#include "bench/scaled.hpp"
#include "core/npy.hpp"

namespace tilewright::cli {

/// Sentences about the infinities and NaNs of C that nothing that went in explains: elements that
/// are not finite although their row of A and their column of B are, and NaNs where those have
/// infinities but no NaN. Each says how many, which is the first by rows, why, and what holds more.
/// Where scales or a bias are not finite themselves, nothing is said. `c` is [M, N] in C order, of
/// float16, bfloat16 or float32, and called `name`; `scales` may be null.
[[nodiscard]] std::vector<std::string> overflow_remarks(const std::string& name, const Array& c,
                                                        const bench::Operands& operands,
                                                        const bench::Scales* scales);

}  // namespace tilewright::cli
