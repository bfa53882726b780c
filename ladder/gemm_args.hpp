// The one argument every GEMM kernel takes, by value: what the host writes, the kernel reads.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright {

/// C = A * B. A is m x k, row-major; B is k x n, column-major; C is m x n, column-major. Both
/// operands are thus contiguous along K ("TN"). Leading dimensions are in elements: lda, ldb >= k,
/// ldc >= m.
struct GemmArgs {
  std::uint64_t a;  ///< device addresses
  std::uint64_t b;
  std::uint64_t c;
  std::int32_t m;
  std::int32_t n;
  std::int32_t k;
  std::int32_t lda;
  std::int32_t ldb;
  std::int32_t ldc;
};
static_assert(sizeof(GemmArgs) == 48);

/// What a scaled kernel writes.
enum class ScaledResult : std::int32_t { f32, f16, bf16 };

/// C = scale(A * B) + bias, all in FP32 until C is written.
///  - With vectors, element (i, j) is scale_a[i * stride_a] * scale_b[j * stride_b] * sum: a stride
///    of 0 is one scale for the whole operand, 1 is one for each row of A or column of B.
///  - With blocks of 128, the sum over each 128 values of K is scaled before it is added:
///    scale_a[kb * stride_a + i] for row i, scale_b[kb * stride_b + j / 128] for column j, where kb
///    counts blocks of K. stride_a is at least m, stride_b at least the columns' blocks.
///  - bias has an element for each column of C, or is 0.
struct ScaledGemmArgs : GemmArgs {
  std::uint64_t scale_a;  ///< float, device addresses
  std::uint64_t scale_b;
  std::uint64_t bias;
  std::int32_t stride_a;
  std::int32_t stride_b;
  ScaledResult result;
  std::int32_t reserved;
};
static_assert(sizeof(ScaledGemmArgs) == 88);

/// Edge of a block that shares a scale: of K in both operands, and of columns in B.
inline constexpr int scale_block = 128;

}  // namespace tilewright
