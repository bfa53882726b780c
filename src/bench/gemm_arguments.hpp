// The argument that every GEMM kernel takes, filled in on the host.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/shape.hpp"
#include "ladder/gemm_args.hpp"

namespace tilewright::bench {

/// Matrices without gaps between their rows of K and columns of C, at these device addresses.
[[nodiscard]] constexpr GemmArgs packed_gemm(const Shape& shape, uint64_t a, uint64_t b,
                                             uint64_t c) {
  return {.a = a,
          .b = b,
          .c = c,
          .m = shape.m,
          .n = shape.n,
          .k = shape.k,
          .lda = shape.k,
          .ldb = shape.k,
          .ldc = shape.m};
}

/// A product that lies in device memory with leading dimensions of its own (DeviceProduct).
template <class Product>
[[nodiscard]] GemmArgs gemm_of(const Product& product) {
  GemmArgs args = packed_gemm(product.shape, product.a, product.b, product.c);
  args.lda = product.lda;
  args.ldb = product.ldb;
  args.ldc = product.ldc;
  return args;
}

/// The kernel-argument block of a struct passed by value.
template <class Args>
[[nodiscard]] std::vector<std::byte> argument_block(const Args& args) {
  const auto bytes = std::as_bytes(std::span(&args, 1));
  return {bytes.begin(), bytes.end()};
}

}  // namespace tilewright::bench
