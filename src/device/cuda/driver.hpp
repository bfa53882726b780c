// The part of CUDA's driver API that is used here, declared anew so that no CUDA header is needed.
// tests/cuda compares these declarations with cuda.h where there is one. The driver API keeps
// symbols of old versions for good; names here are those of the versions that the types belong to.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/result.hpp"

namespace tilewright::device::cuda {

using Status = int;  ///< CUresult; 0 is success
using DeviceId = int;
using Address = unsigned long long;  ///< CUdeviceptr
using Context = struct CUctx_st*;
using ModuleHandle = struct CUmod_st*;
using Function = struct CUfunc_st*;
using Stream = struct CUstream_st*;
using EventHandle = struct CUevent_st*;

/// CUtensorMap: its contents are the driver's business.
struct alignas(64) TensorMap {
  std::uint64_t opaque[16];
};

enum DeviceAttribute : int {
  kMultiprocessors = 16,
  kL2Bytes = 38,
  kMajor = 75,
  kMinor = 76,
  kMostSharedBytes = 97,  ///< dynamic shared memory that a block can have when it asks
};
enum FunctionAttribute : int {
  kStaticSharedBytes = 1,
  kLocalBytes = 3,
  kRegisters = 4,
  kMostDynamicSharedBytes = 8,
};

/// CUlaunchAttribute with the values used here.
struct LaunchAttribute {
  static constexpr int kClusterDimension = 4;
  static constexpr int kProgrammaticSerialization = 6;
  int id;
  char pad[4];
  union {
    char bytes[64];
    struct {
      unsigned x, y, z;
    } cluster;
    int allowed;  ///< of kProgrammaticSerialization
  };
};
/// CUlaunchConfig.
struct KernelLaunch {
  unsigned grid[3];
  unsigned block[3];
  unsigned shared_bytes;
  Stream stream;
  LaunchAttribute* attributes;
  unsigned attribute_count;
};

struct Driver {
  Status (*init)(unsigned flags) = nullptr;
  Status (*error_name)(Status, const char**) = nullptr;
  Status (*error_text)(Status, const char**) = nullptr;
  Status (*version)(int*) = nullptr;
  Status (*device_count)(int*) = nullptr;
  Status (*device)(DeviceId*, int index) = nullptr;
  Status (*device_name)(char*, int bytes, DeviceId) = nullptr;
  Status (*device_attribute)(int*, DeviceAttribute, DeviceId) = nullptr;
  Status (*device_bus_id)(char*, int bytes, DeviceId) = nullptr;
  Status (*retain_context)(Context*, DeviceId) = nullptr;
  Status (*release_context)(DeviceId) = nullptr;
  Status (*use_context)(Context) = nullptr;
  Status (*allocate)(Address*, std::size_t) = nullptr;
  Status (*release)(Address) = nullptr;
  Status (*to_device)(Address, const void*, std::size_t, Stream) = nullptr;
  Status (*to_host)(void*, Address, std::size_t, Stream) = nullptr;
  Status (*load)(ModuleHandle*, const void* image) = nullptr;
  Status (*unload)(ModuleHandle) = nullptr;
  Status (*function)(Function*, ModuleHandle, const char* name) = nullptr;
  Status (*function_attribute)(int*, FunctionAttribute, Function) = nullptr;
  Status (*set_function_attribute)(Function, FunctionAttribute, int) = nullptr;
  Status (*parameter)(Function, std::size_t index, std::size_t* offset,
                      std::size_t* size) = nullptr;
  Status (*launch)(const KernelLaunch*, Function, void** parameters, void** packed) = nullptr;
  Status (*stream)(Stream*, unsigned flags) = nullptr;
  Status (*destroy_stream)(Stream) = nullptr;
  Status (*wait_for_stream)(Stream) = nullptr;
  Status (*event)(EventHandle*, unsigned flags) = nullptr;
  Status (*destroy_event)(EventHandle) = nullptr;
  Status (*record)(EventHandle, Stream) = nullptr;
  Status (*wait_for_event)(EventHandle) = nullptr;
  Status (*elapsed)(float* milliseconds, EventHandle from, EventHandle to) = nullptr;
  Status (*encode_tiled)(TensorMap*, int type, std::uint32_t rank, void* address,
                         const std::uint64_t* extents, const std::uint64_t* strides,
                         const std::uint32_t* box, const std::uint32_t* element_strides,
                         int interleave, int swizzle, int l2_promotion, int fill) = nullptr;

  /// "cuLaunchKernelEx: CUDA_ERROR_INVALID_VALUE, invalid argument", if it is one.
  [[nodiscard]] Result<void> check(Status status, const char* call) const;
};

/// Loads libcuda.so.1 once. Errors: no driver, or one older than CUDA 12.4.
[[nodiscard]] Result<const Driver*> driver();

}  // namespace tilewright::device::cuda
