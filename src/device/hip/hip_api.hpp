// The part of AMD's HIP runtime that is used here, declared anew so that no ROCm header is needed.
// The functions are the same in libamdhip64.so.6 and .7. tests/hip_device compares the declarations
// with those of our own runtime, and with hip_runtime_api.h where there is one.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/result.hpp"

namespace tilewright::device::hip {

using Status = int;  ///< hipError_t; 0 is success
using ModuleHandle = struct ModuleOfHip*;
using Function = struct FunctionOfHip*;
using Stream = struct StreamOfHip*;
using EventHandle = struct EventOfHip*;

enum CopyKind : int { kToDevice = 1, kToHost = 2 };

/// hipDeviceProp_tR0600, of which this much is read.
struct Properties {
  char name[256];
  std::byte other[904];
  char arch[256];  ///< gcnArchName: "gfx1201", or "gfx90a:sramecc+:xnack-" where such things vary
  std::byte more[56];
};
static_assert(sizeof(Properties) == 1472 && offsetof(Properties, arch) == 1160);

/// Keys of the list in which a launch's packed arguments are passed.
inline void* const kArgumentsPointer = reinterpret_cast<void*>(1);
inline void* const kArgumentsSize = reinterpret_cast<void*>(2);
inline void* const kArgumentsEnd = reinterpret_cast<void*>(3);

struct Api {
  std::string library;  ///< the name that the runtime was found by
  /// Only our own runtime has it: what its launches have shown since the last call, as JSON.
  const char* (*take_report)() = nullptr;

  const char* (*error_name)(Status) = nullptr;
  const char* (*error_text)(Status) = nullptr;
  Status (*runtime_version)(int*) = nullptr;
  Status (*device_count)(int*) = nullptr;
  Status (*properties)(Properties*, int device) = nullptr;
  Status (*use_device)(int device) = nullptr;
  Status (*allocate)(void**, std::size_t) = nullptr;
  Status (*release)(void*) = nullptr;
  Status (*copy)(void* to, const void* from, std::size_t, CopyKind, Stream) = nullptr;
  Status (*load)(ModuleHandle*, const void* image) = nullptr;
  Status (*unload)(ModuleHandle) = nullptr;
  Status (*function)(Function*, ModuleHandle, const char* name) = nullptr;
  Status (*launch)(Function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                   unsigned block_y, unsigned block_z, unsigned lds_bytes, Stream,
                   void** parameters, void** packed) = nullptr;
  Status (*stream)(Stream*) = nullptr;
  Status (*destroy_stream)(Stream) = nullptr;
  Status (*wait_for_stream)(Stream) = nullptr;
  Status (*event)(EventHandle*) = nullptr;
  Status (*destroy_event)(EventHandle) = nullptr;
  Status (*record)(EventHandle, Stream) = nullptr;
  Status (*wait_for_event)(EventHandle) = nullptr;
  Status (*elapsed)(float* milliseconds, EventHandle from, EventHandle to) = nullptr;

  /// "hipModuleLoadData: hipErrorNoBinaryForGpu, no kernel image is available…", if it is one.
  [[nodiscard]] Result<void> check(Status status, const char* call) const;
};

/// Loads libamdhip64.so.7 or .6 once, from the loader's path or from ROCm's usual place. Errors:
/// neither is found.
[[nodiscard]] Result<const Api*> api();

}  // namespace tilewright::device::hip
