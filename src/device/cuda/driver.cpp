// SPDX-License-Identifier: MIT
#include "device/cuda/driver.hpp"

#include "device/library.hpp"

namespace tilewright::device::cuda {
namespace {

Result<Driver> load_driver() {
  Result<Library> library = Library::open({"libcuda.so.1"});
  if (!library) return tl::unexpected(library.error());
  Driver d;
  Result<void> bound;
  const auto bind = [&](auto*& function, const char* name) {
    if (bound) bound = library->bind(function, name);
  };
  bind(d.init, "cuInit");
  bind(d.error_name, "cuGetErrorName");
  bind(d.error_text, "cuGetErrorString");
  bind(d.version, "cuDriverGetVersion");
  bind(d.device_count, "cuDeviceGetCount");
  bind(d.device, "cuDeviceGet");
  bind(d.device_name, "cuDeviceGetName");
  bind(d.device_attribute, "cuDeviceGetAttribute");
  bind(d.device_bus_id, "cuDeviceGetPCIBusId");
  bind(d.retain_context, "cuDevicePrimaryCtxRetain");
  bind(d.release_context, "cuDevicePrimaryCtxRelease_v2");
  bind(d.use_context, "cuCtxSetCurrent");
  bind(d.allocate, "cuMemAlloc_v2");
  bind(d.release, "cuMemFree_v2");
  bind(d.to_device, "cuMemcpyHtoDAsync_v2");
  bind(d.to_host, "cuMemcpyDtoHAsync_v2");
  bind(d.load, "cuModuleLoadData");
  bind(d.unload, "cuModuleUnload");
  bind(d.function, "cuModuleGetFunction");
  bind(d.function_attribute, "cuFuncGetAttribute");
  bind(d.set_function_attribute, "cuFuncSetAttribute");
  bind(d.parameter, "cuFuncGetParamInfo");
  bind(d.launch, "cuLaunchKernelEx");
  bind(d.stream, "cuStreamCreate");
  bind(d.destroy_stream, "cuStreamDestroy_v2");
  bind(d.wait_for_stream, "cuStreamSynchronize");
  bind(d.event, "cuEventCreate");
  bind(d.destroy_event, "cuEventDestroy_v2");
  bind(d.record, "cuEventRecord");
  bind(d.wait_for_event, "cuEventSynchronize");
  bind(d.elapsed, "cuEventElapsedTime");
  bind(d.encode_tiled, "cuTensorMapEncodeTiled");
  if (!bound) return tl::unexpected(bound.error());
  if (Result<void> started = d.check(d.init(0), "cuInit"); !started) {
    return tl::unexpected(started.error());
  }
  return d;
}

}  // namespace

Result<void> Driver::check(Status status, const char* call) const {
  if (status == 0) return {};
  const char* name = nullptr;
  const char* text = nullptr;
  if (error_name(status, &name) != 0 || error_text(status, &text) != 0) {
    return fail("{}: unknown error {}", call, status);
  }
  return fail("{}: {}, {}", call, name, text);
}

Result<const Driver*> driver() {
  static const Result<Driver> loaded = load_driver();
  if (!loaded) return tl::unexpected(loaded.error());
  return &*loaded;
}

}  // namespace tilewright::device::cuda
