// The product as the matrix instructions compute it, evaluated on the host: the same steps in the
// same order along K, by the arithmetic of src/emu/wmma.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "arch/targets.hpp"
#include "bench/codes.hpp"
#include "bench/operands.hpp"
#include "bench/sum_order.hpp"

namespace tilewright::bench {

/// Values of K that one rounding step of a WMMA adds.
[[nodiscard]] uint32_t chain_step(Family family, Precision precision = Precision::fp16);

/// The indices of K in the order of addition; `executed_k` is a multiple of 16.
[[nodiscard]] std::vector<uint32_t> chain_order(Family family, uint32_t executed_k,
                                                Precision precision = Precision::fp16);

/// C, m x n, column-major, as the kernels of operands.formats accumulate it. `executed_k`: K as the
/// kernel multiplies it, zero-padded to whole slices. How gfx12 rounds the sums of FP8 products is
/// not known from silicon: this is the likeliest hypothesis (src/emu/wmma/README.md).
[[nodiscard]] Codes chain_product(const Operands& operands, Family family, uint32_t executed_k,
                                  unsigned threads);

/// The product of FP16 operands as kernels make it that add in FP32 and narrow at the end, as the
/// vendor's do: binary16 codes, m x n, column-major. What lacks to a last slice is zero.
[[nodiscard]] Codes chain_product_fp32_sums(const Operands& operands, Family family,
                                            const SumOrder& order, unsigned threads);

}  // namespace tilewright::bench
