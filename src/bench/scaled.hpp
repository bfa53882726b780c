// Scaled FP8 products: made, run on a device, and compared with float64.
//
// The bound of an element. The sum of products c is within e of the exact s (float_reference.hpp);
// u is 2^-24.
//  - Vectors: c is multiplied twice and the bias added, each rounded once (or not at all, where the
//    compiler fuses): y differs from s ra rb + bias by at most
//        f = (e + 2.1 u (|s| + e)) |ra rb|,  and then  f (1 + u) + u |y|  for the addition.
//  - Blocks: with s_b, e_b those of block b alone, S_b the exact sum up to it, and sigma = ra rb,
//  of
//    which the rounded value is used, the error E_b after block b is at most
//        (E_{b-1} + (e_b + 2.1 u (|s_b| + e_b)) |sigma|) (1 + u) + u |S_b|,  and then the bias.
//  - Narrowing costs 2^-11 |y| + 2^-25 in binary16, 2^-8 |y| in bfloat16. From 65520 up, binary16
//    has infinity.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bench/operands.hpp"
#include "bench/run.hpp"
#include "ladder/rdna/scaled.hpp"

namespace tilewright::bench {

/// How ScaledGemmArgs says it.
struct Scales {
  Scaling scaling = Scaling::vectors;
  std::vector<float> a;
  std::vector<float> b;
  int32_t stride_a = 0;
  int32_t stride_b = 0;
  std::vector<float> bias;  ///< empty, or one for each column of C
};

/// One scale an operand, or one for each row and column, or for each block; from 2^-6 to 2^6.
enum class ScaleGrain : uint8_t { tensor, vector, block };
[[nodiscard]] Scales random_scales(const Shape& shape, ScaleGrain grain, bool with_bias,
                                   uint64_t seed);

/// Errors: a row or column too long for 32-bit offsets, too many workgroups.
[[nodiscard]] Result<LaunchPlan> plan_scaled(const Shape& shape, Scaling scaling,
                                             ScaledResult result);

/// Runs the kernel for these operands in the code object "fp8-scaled". C holds codes of `result`.
/// Errors: those of plan_scaled() and of the device; scales that are not as many as the shape
/// needs.
[[nodiscard]] Result<Product> multiply_scaled(device::Device& device,
                                              std::span<const std::byte> image,
                                              const DeviceOperands& operands, const Scales& scales,
                                              ScaledResult result);

struct ScaledComparison {
  uint64_t beyond_bound = 0;
  double worst_share_of_bound = 0;
  double worst_error = 0;
  double worst_relative = 0;  ///< of elements no smaller than the root of their mean square
  double rms = 0;             ///< root of the mean square of the exact elements
};

[[nodiscard]] ScaledComparison compare_scaled(const Codes& c, const Operands& operands,
                                              const Scales& scales, ScaledResult result,
                                              unsigned threads);

}  // namespace tilewright::bench
