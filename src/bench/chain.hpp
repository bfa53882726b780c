// The product as the matrix instructions compute it, evaluated on the host: the same steps in the
// same order along K, by the arithmetic of src/emu/wmma.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "arch/targets.hpp"
#include "bench/operands.hpp"

namespace tilewright::bench {

/// Values of K that one rounding step of a binary16 WMMA adds.
[[nodiscard]] uint32_t chain_step(Family family);

/// The indices of K in the order of addition; `executed_k` is a multiple of 16.
[[nodiscard]] std::vector<uint32_t> chain_order(Family family, uint32_t executed_k);

/// C as binary16 codes, m x n, column-major, accumulated in binary16. `executed_k`: K as the kernel
/// multiplies it, zero-padded to whole slices.
[[nodiscard]] std::vector<uint16_t> chain_product(const Operands& operands, Family family,
                                                  uint32_t executed_k, unsigned threads);

}  // namespace tilewright::bench
