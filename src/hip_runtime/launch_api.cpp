// The ways to start a kernel.
// SPDX-License-Identifier: MIT
#include <chrono>
#include <climits>

#include "hip_runtime/abi_functions.hpp"
#include "hip_runtime/call.hpp"
#include "hip_runtime/handles.hpp"
#include "hip_runtime/launch.hpp"

using namespace tilewright::hip;
using tilewright::emu::Geometry;

namespace {

/// Start and stop of a launch, for those who time it that way.
struct Marks {
  hipEvent_t start = nullptr, stop = nullptr;
};

hipError_t run(Runtime& runtime, const tilewright::hip::Function& function,
               const Geometry& geometry, std::span<const std::byte> arguments, const Marks& marks) {
  Event* start = find_event(runtime, marks.start);
  Event* stop = find_event(runtime, marks.stop);
  if ((marks.start != nullptr && start == nullptr) || (marks.stop != nullptr && stop == nullptr)) {
    return hipErrorInvalidHandle;
  }
  if (start != nullptr) start->recorded = std::chrono::steady_clock::now();
  const hipError_t error = launch(runtime, function, geometry, arguments);
  if (stop != nullptr) stop->recorded = std::chrono::steady_clock::now();
  return error;
}

/// A function of a module, with its arguments one by one or packed.
hipError_t module_launch(hipFunction_t handle, const Geometry& geometry, hipStream_t stream,
                         void** arguments, void** extra, const Marks& marks) {
  return call([&](Runtime& runtime) {
    const auto* function = find_function(runtime, handle);
    const Gpu* gpu = gpu_of(runtime, stream);
    if (function == nullptr || gpu == nullptr) return hipErrorInvalidHandle;
    if (gpu != &function->module->gpu()) {
      return refuse(hipErrorInvalidHandle,
                    "launch of {}: it was loaded for device {}, the stream is "
                    "of device {}",
                    function->kernel->name, function->module->gpu().index(), gpu->index());
    }
    if (arguments != nullptr && extra != nullptr) {
      return refuse(hipErrorInvalidValue,
                    "launch of {}: it was given arguments and `extra`, and takes one of them",
                    function->kernel->name);
    }
    const auto packed = extra != nullptr ? read_extra(*function->kernel, extra)
                                         : pack_arguments(*function->kernel, arguments);
    if (!packed) return refuse(hipErrorInvalidValue, "launch of {}", packed.error().message);
    return run(runtime, *function, geometry, *packed, marks);
  });
}

/// A function that hipcc registered, by the host's address of it.
hipError_t host_launch(const void* host_function, const dim3& grid, const dim3& block,
                       void** arguments, size_t lds_bytes, hipStream_t stream, const Marks& marks) {
  return call([&](Runtime& runtime) {
    Gpu* gpu = gpu_of(runtime, stream);
    if (gpu == nullptr) return hipErrorInvalidHandle;
    if (lds_bytes > UINT_MAX) return hipErrorInvalidValue;
    tilewright::hip::Function* function = nullptr;
    const hipError_t missing = runtime.fat_binaries.find(runtime, *gpu, host_function, &function);
    if (missing != hipSuccess) return missing;
    const auto packed = pack_arguments(*function->kernel, arguments);
    if (!packed) return refuse(hipErrorInvalidValue, "launch of {}", packed.error().message);
    const Geometry geometry{
        {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, static_cast<uint32_t>(lds_bytes)};
    return run(runtime, *function, geometry, *packed, marks);
  });
}

/// Sizes in work-items; the last workgroup of the hardware may be partial, of the software GPU not.
hipError_t launch_items(hipFunction_t function, const dim3& items, const dim3& block,
                        size_t lds_bytes, hipStream_t stream, void** arguments, void** extra,
                        const Marks& marks) {
  const uint32_t sizes[] = {block.x, block.y, block.z};
  const uint32_t totals[] = {items.x, items.y, items.z};
  Geometry geometry;
  for (size_t axis = 0; axis < 3; ++axis) {
    if (sizes[axis] == 0 || totals[axis] % sizes[axis] != 0) {
      return remember(refuse(hipErrorInvalidConfiguration,
                             "launch: {} work-items in workgroups of {}: the software GPU has no "
                             "partial workgroups",
                             totals[axis], sizes[axis]));
    }
    geometry.workgroup_size[axis] = sizes[axis];
    geometry.workgroups[axis] = totals[axis] / sizes[axis];
  }
  if (lds_bytes > UINT_MAX) return remember(hipErrorInvalidValue);
  geometry.dynamic_lds_bytes = static_cast<uint32_t>(lds_bytes);
  return module_launch(function, geometry, stream, arguments, extra, marks);
}

}  // namespace

hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned grid_x, unsigned grid_y,
                                 unsigned grid_z, unsigned block_x, unsigned block_y,
                                 unsigned block_z, unsigned lds_bytes, hipStream_t stream,
                                 void** arguments, void** extra) {
  const Geometry geometry{{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, lds_bytes};
  return module_launch(function, geometry, stream, arguments, extra, {});
}

hipError_t hipExtModuleLaunchKernel(hipFunction_t function, uint32_t items_x, uint32_t items_y,
                                    uint32_t items_z, uint32_t block_x, uint32_t block_y,
                                    uint32_t block_z, size_t lds_bytes, hipStream_t stream,
                                    void** arguments, void** extra, hipEvent_t start,
                                    hipEvent_t stop, uint32_t) {
  return launch_items(function, {items_x, items_y, items_z}, {block_x, block_y, block_z}, lds_bytes,
                      stream, arguments, extra, {start, stop});
}

hipError_t hipHccModuleLaunchKernel(hipFunction_t function, uint32_t items_x, uint32_t items_y,
                                    uint32_t items_z, uint32_t block_x, uint32_t block_y,
                                    uint32_t block_z, size_t lds_bytes, hipStream_t stream,
                                    void** arguments, void** extra, hipEvent_t start,
                                    hipEvent_t stop) {
  return launch_items(function, {items_x, items_y, items_z}, {block_x, block_y, block_z}, lds_bytes,
                      stream, arguments, extra, {start, stop});
}

hipError_t hipLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                           size_t lds_bytes, hipStream_t stream) {
  return host_launch(function, grid, block, arguments, lds_bytes, stream, {});
}

hipError_t hipExtLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                              size_t lds_bytes, hipStream_t stream, hipEvent_t start,
                              hipEvent_t stop, int) {
  return host_launch(function, grid, block, arguments, lds_bytes, stream, {start, stop});
}

hipError_t hipLaunchKernelExC(const hipLaunchConfig_t* config, const void* function,
                              void** arguments) {
  if (config == nullptr) return remember(hipErrorInvalidConfiguration);
  if (config->numAttrs != 0) {
    return remember(refuse(hipErrorNotSupported,
                           "hipLaunchKernelExC: launch attributes (cooperative and others) are not "
                           "supported"));
  }
  return host_launch(function, config->gridDim, config->blockDim, arguments,
                     config->dynamicSmemBytes, config->stream, {});
}
