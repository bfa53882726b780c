// Contexts, which HIP keeps for programs that came from CUDA's driver interface. Each device has
// one, its primary one, whatever is created.
// SPDX-License-Identifier: MIT
#include "hip_runtime/abi_functions.hpp"
#include "hip_runtime/call.hpp"

using namespace tilewright::hip;

namespace {

/// A device's context is its object.
hipCtx_t context_of(Runtime& runtime, int device) {
  return reinterpret_cast<hipCtx_t>(gpu_at(runtime, device));
}

/// -1 for a handle that is no context.
int device_of(const Runtime& runtime, hipCtx_t context) {
  for (const auto& gpu : runtime.gpus) {
    if (reinterpret_cast<hipCtx_t>(gpu.get()) == context) return gpu->index();
  }
  return -1;
}

hipError_t make_current(const Runtime& runtime, hipCtx_t context) {
  const int device = device_of(runtime, context);
  if (device < 0) return hipErrorInvalidContext;
  this_thread().device = device;
  return hipSuccess;
}

/// `body(runtime)` if the device exists.
template <class Body>
hipError_t of_device(int device, Body&& body) {
  return query([&](Runtime& runtime) {
    return gpu_at(runtime, device) == nullptr ? hipErrorInvalidDevice : body(runtime);
  });
}

}  // namespace

hipError_t hipCtxCreate(hipCtx_t* context, unsigned, hipDevice_t device) {
  return of_device(device, [&](Runtime& runtime) {
    if (context == nullptr) return hipErrorInvalidValue;
    *context = context_of(runtime, device);
    this_thread().contexts.push(this_thread().device);
    return make_current(runtime, *context);
  });
}

hipError_t hipCtxDestroy(hipCtx_t context) {
  return query([&](Runtime& runtime) {
    return device_of(runtime, context) < 0 ? hipErrorInvalidContext : hipSuccess;
  });
}

hipError_t hipCtxGetCurrent(hipCtx_t* context) {
  return query([&](Runtime& runtime) {
    if (context == nullptr) return hipErrorInvalidValue;
    *context = context_of(runtime, this_thread().device);
    return hipSuccess;
  });
}

hipError_t hipCtxSetCurrent(hipCtx_t context) {
  return query([&](Runtime& runtime) {
    return context == nullptr ? hipSuccess : make_current(runtime, context);
  });
}

hipError_t hipCtxPushCurrent(hipCtx_t context) {
  return query([&](Runtime& runtime) {
    const int before = this_thread().device;
    const hipError_t error = make_current(runtime, context);
    if (error == hipSuccess) this_thread().contexts.push(before);
    return error;
  });
}

hipError_t hipCtxPopCurrent(hipCtx_t* context) {
  return query([&](Runtime& runtime) {
    Thread& thread = this_thread();
    const auto before = thread.contexts.pop();
    if (!before) return hipErrorInvalidContext;
    if (context != nullptr) *context = context_of(runtime, thread.device);
    thread.device = *before;
    return hipSuccess;
  });
}

hipError_t hipCtxGetDevice(hipDevice_t* device) { return hipGetDevice(device); }
hipError_t hipCtxSynchronize() { return hipDeviceSynchronize(); }

hipError_t hipDevicePrimaryCtxRetain(hipCtx_t* context, hipDevice_t device) {
  return of_device(device, [&](Runtime& runtime) {
    if (context == nullptr) return hipErrorInvalidValue;
    *context = context_of(runtime, device);
    return hipSuccess;
  });
}

hipError_t hipDevicePrimaryCtxRelease(hipDevice_t device) {
  return of_device(device, [](Runtime&) { return hipSuccess; });
}

hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t device, unsigned) {
  return of_device(device, [](Runtime&) { return hipSuccess; });
}

hipError_t hipDevicePrimaryCtxGetState(hipDevice_t device, unsigned* flags, int* active) {
  return of_device(device, [&](Runtime&) {
    if (flags == nullptr || active == nullptr) return hipErrorInvalidValue;
    *flags = 0;
    *active = this_thread().device == device ? 1 : 0;
    return hipSuccess;
  });
}
