// Modules that the program loads itself, and what is known of a function.
// SPDX-License-Identifier: MIT
#include "core/file.hpp"
#include "emu/exec/launch_limits.hpp"
#include "hip_runtime/abi_functions.hpp"
#include "hip_runtime/call.hpp"
#include "hip_runtime/handles.hpp"

using namespace tilewright::hip;

namespace {

hipError_t not_code(const char* what) {
  return refuse(hipErrorInvalidImage, "{}: it is neither an ELF file nor an offload bundle", what);
}

hipError_t load(Runtime& runtime, hipModule_t* module, std::span<const std::byte> image,
                const char* what) {
  if (!looks_like_code(image)) return not_code(what);
  auto loaded = Module::load(runtime, *current_gpu(runtime), image);
  if (!loaded) return refuse(hipErrorNoBinaryForGpu, "{}: {}", what, loaded.error().message);
  Module* handle = loaded->get();
  runtime.modules.emplace(handle, std::move(*loaded));
  *module = reinterpret_cast<hipModule_t>(handle);
  return hipSuccess;
}

Module* find_module(Runtime& runtime, hipModule_t module) {
  const auto found = runtime.modules.find(module);
  return found == runtime.modules.end() ? nullptr : found->second.get();
}

int32_t value_of(const tilewright::hip::Function& function, hipFunction_attribute attribute,
                 hipError_t& error) {
  const auto& kernel = *function.kernel;
  const auto& limits = function.module->gpu().target().limits;
  switch (attribute) {
    case HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      return static_cast<int>(tilewright::emu::max_workgroup_size(kernel));
    case HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      return static_cast<int>(kernel.descriptor.group_segment_bytes);
    case HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      return static_cast<int>(kernel.descriptor.private_segment_bytes);
    case HIP_FUNC_ATTRIBUTE_NUM_REGS:
      return static_cast<int>(kernel.resources.vgprs);
    case HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      return limits.lds_bytes - static_cast<int>(kernel.descriptor.group_segment_bytes);
    case HIP_FUNC_ATTRIBUTE_PTX_VERSION:
    case HIP_FUNC_ATTRIBUTE_BINARY_VERSION:
      return function.module->gpu().properties().major * 10 +
             function.module->gpu().properties().minor;
    case HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
    case HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA:
    case HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      return 0;
  }
  error = hipErrorInvalidValue;
  return 0;
}

}  // namespace

hipError_t hipModuleLoad(hipModule_t* module, const char* file) {
  return call([&](Runtime& runtime) {
    if (module == nullptr || file == nullptr) return hipErrorInvalidValue;
    const auto image = tilewright::read_file(file);
    if (!image) return refuse(hipErrorFileNotFound, "hipModuleLoad: {}", image.error().message);
    return load(runtime, module, *image, file);
  });
}

hipError_t hipModuleLoadData(hipModule_t* module, const void* image) {
  return call([&](Runtime& runtime) {
    if (module == nullptr || image == nullptr) return hipErrorInvalidValue;
    const auto bytes = readable_from(image);
    if (!bytes) return refuse(hipErrorInvalidImage, "hipModuleLoadData: {}", bytes.error().message);
    return load(runtime, module, *bytes, "hipModuleLoadData");
  });
}

/// The options are for compilers of other code than ours.
hipError_t hipModuleLoadDataEx(hipModule_t* module, const void* image, unsigned, int*, void**) {
  return hipModuleLoadData(module, image);
}

hipError_t hipModuleUnload(hipModule_t module) {
  return call(
      [&](Runtime& runtime) {
        return runtime.modules.erase(module) == 0 ? hipErrorInvalidHandle : hipSuccess;
      },
      AfterFault::allowed);
}

/// Programs probe for names, so a missing one is not complained about.
hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t module, const char* name) {
  return call([&](Runtime& runtime) {
    if (function == nullptr || name == nullptr) return hipErrorInvalidValue;
    Module* loaded = find_module(runtime, module);
    if (loaded == nullptr) return hipErrorInvalidHandle;
    tilewright::hip::Function* found = loaded->function(name);
    if (found == nullptr) return hipErrorNotFound;
    *function = reinterpret_cast<hipFunction_t>(found);
    return hipSuccess;
  });
}

hipError_t hipModuleGetGlobal(hipDeviceptr_t* pointer, size_t* bytes, hipModule_t module,
                              const char* name) {
  return call([&](Runtime& runtime) {
    if (name == nullptr) return hipErrorInvalidValue;
    const Module* loaded = find_module(runtime, module);
    if (loaded == nullptr) return hipErrorInvalidHandle;
    const auto variable = loaded->variable(name);
    if (!variable) return hipErrorNotFound;
    if (pointer != nullptr) *pointer = variable->address;
    if (bytes != nullptr) *bytes = variable->bytes;
    return hipSuccess;
  });
}

hipError_t hipGetFuncBySymbol(hipFunction_t* function, const void* symbol) {
  return call([&](Runtime& runtime) {
    if (function == nullptr) return hipErrorInvalidValue;
    tilewright::hip::Function* found = nullptr;
    const hipError_t error =
        runtime.fat_binaries.find(runtime, *current_gpu(runtime), symbol, &found);
    if (error == hipSuccess) *function = reinterpret_cast<hipFunction_t>(found);
    return error;
  });
}

hipError_t hipFuncGetAttribute(int* value, hipFunction_attribute attribute,
                               hipFunction_t function) {
  return call([&](Runtime& runtime) {
    const auto* found = find_function(runtime, function);
    if (value == nullptr) return hipErrorInvalidValue;
    if (found == nullptr) return hipErrorInvalidHandle;
    hipError_t error = hipSuccess;
    *value = value_of(*found, attribute, error);
    return error;
  });
}

hipError_t hipFuncGetAttributes(hipFuncAttributes* attributes, const void* function) {
  return call([&](Runtime& runtime) {
    if (attributes == nullptr) return hipErrorInvalidValue;
    tilewright::hip::Function* found = nullptr;
    const hipError_t missing =
        runtime.fat_binaries.find(runtime, *current_gpu(runtime), function, &found);
    if (missing != hipSuccess) return missing;
    hipError_t error = hipSuccess;
    const auto value = [&](hipFunction_attribute a) { return value_of(*found, a, error); };
    const auto size = [&](hipFunction_attribute a) { return static_cast<size_t>(value(a)); };
    *attributes = {};
    attributes->binaryVersion = value(HIP_FUNC_ATTRIBUTE_BINARY_VERSION);
    attributes->ptxVersion = value(HIP_FUNC_ATTRIBUTE_PTX_VERSION);
    attributes->localSizeBytes = size(HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
    attributes->sharedSizeBytes = size(HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    attributes->maxThreadsPerBlock = value(HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    attributes->numRegs = value(HIP_FUNC_ATTRIBUTE_NUM_REGS);
    attributes->maxDynamicSharedSizeBytes = value(HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
    return error;
  });
}

// Hints on caches and LDS. The limit of dynamic LDS is the workgroup's either way.
hipError_t hipFuncSetAttribute(const void*, int, int) { return remember(hipSuccess); }
hipError_t hipFuncSetCacheConfig(const void*, int) { return remember(hipSuccess); }
hipError_t hipFuncSetSharedMemConfig(const void*, int) { return remember(hipSuccess); }

const char* hipKernelNameRef(hipFunction_t function) {
  Runtime& runtime = Runtime::get();
  const std::scoped_lock lock(runtime.mutex);
  const auto* found = find_function(runtime, function);
  return found == nullptr ? nullptr : found->kernel->name.c_str();
}

const char* hipKernelNameRefByPtr(const void* function, hipStream_t) {
  Runtime& runtime = Runtime::get();
  const std::scoped_lock lock(runtime.mutex);
  const std::string* name = runtime.fat_binaries.name_of(function);
  return name == nullptr ? nullptr : name->c_str();
}
