// SPDX-License-Identifier: MIT
#include "device/hip/hip_api.hpp"

#include "device/library.hpp"

namespace tilewright::device::hip {
namespace {

Result<Api> load() {
  Result<Library> library =
      Library::open({"libamdhip64.so.7", "libamdhip64.so.6", "/opt/rocm/lib/libamdhip64.so.7",
                     "/opt/rocm/lib/libamdhip64.so.6"});
  if (!library) return tl::unexpected(library.error());
  Api api;
  api.library = library->name();
  Result<void> bound;
  const auto bind = [&](auto*& function, const char* name) {
    if (bound) bound = library->bind(function, name);
  };
  bind(api.error_name, "hipGetErrorName");
  bind(api.error_text, "hipGetErrorString");
  bind(api.runtime_version, "hipRuntimeGetVersion");
  bind(api.device_count, "hipGetDeviceCount");
  bind(api.properties, "hipGetDevicePropertiesR0600");
  bind(api.use_device, "hipSetDevice");
  bind(api.allocate, "hipMalloc");
  bind(api.release, "hipFree");
  bind(api.copy, "hipMemcpyAsync");
  bind(api.load, "hipModuleLoadData");
  bind(api.unload, "hipModuleUnload");
  bind(api.function, "hipModuleGetFunction");
  bind(api.launch, "hipModuleLaunchKernel");
  bind(api.stream, "hipStreamCreate");
  bind(api.destroy_stream, "hipStreamDestroy");
  bind(api.wait_for_stream, "hipStreamSynchronize");
  bind(api.event, "hipEventCreate");
  bind(api.destroy_event, "hipEventDestroy");
  bind(api.record, "hipEventRecord");
  bind(api.wait_for_event, "hipEventSynchronize");
  bind(api.elapsed, "hipEventElapsedTime");
  if (!bound) return tl::unexpected(bound.error());
  // From this first call on the runtime keeps what its launches show.
  if (library->bind(api.take_report, "tilewrightTakeReport")) api.take_report();
  return api;
}

}  // namespace

Result<void> Api::check(Status status, const char* call) const {
  if (status == 0) return {};
  return fail("{}: {}, {}", call, error_name(status), error_text(status));
}

Result<const Api*> api() {
  static const Result<Api> loaded = load();
  if (!loaded) return tl::unexpected(loaded.error());
  return &*loaded;
}

}  // namespace tilewright::device::hip
