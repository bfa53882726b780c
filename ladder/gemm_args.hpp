// The one argument every GEMM kernel takes, by value: what the host writes is what the kernel
// reads. SPDX-License-Identifier: MIT
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

}  // namespace tilewright
