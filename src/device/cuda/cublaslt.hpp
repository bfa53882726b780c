// The part of cuBLASLt that is used here, declared anew and loaded when it is asked for. tests/cuda
// compares these declarations with cublasLt.h where there is one.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/result.hpp"
#include "device/cuda/driver.hpp"

namespace tilewright::device::cuda {

struct CublasLtApi {
  using Status = int;  ///< cublasStatus_t; 0 is success
  using Handle = struct cublasLtContext*;
  using Layout = struct cublasLtMatrixLayoutOpaque*;
  using Operation = struct cublasLtMatmulDescOpaque*;
  using Preference = struct cublasLtMatmulPreferenceOpaque*;

  enum DataType : int { kF32 = 0, kF16 = 2, kBf16 = 14, kE4m3 = 28 };
  enum ComputeType : int { kCompute16 = 64, kCompute32 = 68 };
  enum OperationAttribute : int {
    kTransposeA = 3,
    kTransposeB = 4,
    kScaleA = 17,
    kScaleB = 18,
    kFastAccumulate = 25,
    kScaleModeA = 31,
    kScaleModeB = 32,
  };
  enum PreferenceAttribute : int { kMostWorkspace = 1, kReductionSchemes = 3 };
  static constexpr std::int32_t kTransposed = 1;
  /// An f32 for each row of A, or column of B; otherwise one for the operand. Since CUDA 12.9.
  static constexpr std::int32_t kScaleVectors = 3;
  /// Of an algorithm that divides K: how its parts are kept until they are added.
  enum ReductionScheme : std::uint32_t { kInPlace = 1, kAsSums = 2, kAsResults = 4 };

  struct Algorithm {
    std::uint64_t data[8];
  };
  struct Candidate {
    Algorithm algorithm;
    std::size_t workspace;
    Status state;
    float waves;
    int reserved[4];
  };

  Status (*create)(Handle*) = nullptr;
  Status (*destroy)(Handle) = nullptr;
  const char* (*status_text)(Status) = nullptr;
  std::size_t (*version)() = nullptr;
  Status (*create_layout)(Layout*, DataType, std::uint64_t rows, std::uint64_t columns,
                          std::int64_t leading_dimension) = nullptr;
  Status (*destroy_layout)(Layout) = nullptr;
  Status (*create_operation)(Operation*, ComputeType, DataType scale) = nullptr;
  Status (*destroy_operation)(Operation) = nullptr;
  Status (*set_operation)(Operation, OperationAttribute, const void*, std::size_t) = nullptr;
  Status (*create_preference)(Preference*) = nullptr;
  Status (*destroy_preference)(Preference) = nullptr;
  Status (*set_preference)(Preference, PreferenceAttribute, const void*, std::size_t) = nullptr;
  Status (*heuristic)(Handle, Operation, Layout a, Layout b, Layout c, Layout d, Preference,
                      int wanted, Candidate*, int* found) = nullptr;
  Status (*multiply)(Handle, Operation, const void* alpha, const void* a, Layout, const void* b,
                     Layout, const void* beta, const void* c, Layout, void* d, Layout,
                     const Algorithm*, void* workspace, std::size_t workspace_bytes,
                     Stream) = nullptr;

  [[nodiscard]] Result<void> check(Status status, const char* call) const;
  /// "13.0.2"
  [[nodiscard]] std::string version_text() const;
};

/// Loads libcublasLt.so.13 or .12 once. Errors: neither is found.
[[nodiscard]] Result<const CublasLtApi*> cublaslt();

}  // namespace tilewright::device::cuda
