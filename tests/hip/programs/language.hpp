// The HIP language without ROCm's headers: what a program needs to have `__global__` and `<<<>>>`,
// compiled by clang as hipcc would, with kernels and their registration in one file.
// SPDX-License-Identifier: MIT
#pragma once

#include "hip_runtime/abi_functions.hpp"

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __constant__ __attribute__((constant))

/// Ends the program with status 3 if a call fails.
#define CHECK(call)                                                                               \
  do {                                                                                            \
    const hipError_t error = (call);                                                              \
    if (error != hipSuccess) {                                                                    \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, hipGetErrorName(error)); \
      std::exit(3);                                                                               \
    }                                                                                             \
  } while (0)
