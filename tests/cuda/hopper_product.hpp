// Products as the host of rungs 9 and up sees them.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/gemm_args.hpp"

namespace tilewright::hopper {

inline constexpr int kMultiprocessors = 132;  ///< of an H200

/// Without memory, rows as close as they go.
inline GemmArgs product(int m, int n, int k) {
  GemmArgs gemm{};
  gemm.m = m;
  gemm.n = n;
  gemm.k = k;
  gemm.lda = k;
  gemm.ldb = k;
  gemm.ldc = m;
  return gemm;
}

}  // namespace tilewright::hopper
