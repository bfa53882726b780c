// The part of hipBLASLt that is used here, declared anew and loaded when it is asked for.
// tests/hip_device compares these declarations with hipblaslt.h where there is one.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/result.hpp"
#include "device/hip/hip_api.hpp"

namespace tilewright::device::hip {

struct HipblasLtApi {
  using Status = int;  ///< hipblasStatus_t; 0 is success
  using Handle = void*;
  using Layout = struct LayoutOfHipblasLt*;
  using Operation = struct OperationOfHipblasLt*;
  using Preference = struct PreferenceOfHipblasLt*;

  enum DataType : int { kF32 = 0, kF16 = 2, kBf16 = 14, kE4m3 = 28, kE5m2 = 29 };
  enum ComputeType : int { kCompute16 = 0, kCompute32 = 2 };
  enum OperationAttribute : int { kTransposeA = 0, kTransposeB = 1 };
  enum PreferenceAttribute : int { kMostWorkspace = 1 };
  static constexpr std::int32_t kTransposed = 112;

  struct Algorithm {
    std::uint8_t data[16];
    std::size_t most_workspace;
  };
  struct Candidate {
    Algorithm algorithm;
    std::size_t workspace;
    Status state;
    float waves;
    int reserved[4];
  };

  std::string library;  ///< the name that it was found by
  Status (*create)(Handle*) = nullptr;
  Status (*destroy)(Handle) = nullptr;
  Status (*version)(Handle, int*) = nullptr;
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
  /// The library's own name of what it chose. nullptr in a version that has none.
  std::string (*solution_name)(Handle, Algorithm&) = nullptr;

  [[nodiscard]] Result<void> check(Status status, const char* call) const;
};

/// Loads libhipblaslt.so.1 or .0 once, from the loader's path or from ROCm's usual place. Errors:
/// neither is found, or one that this system's C library is too old for.
[[nodiscard]] Result<const HipblasLtApi*> hipblaslt();

}  // namespace tilewright::device::hip
