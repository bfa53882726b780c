// Streams. All work is done when the call that queues it returns: streams are always empty.
// SPDX-License-Identifier: MIT
#include "hip_runtime/abi_functions.hpp"
#include "hip_runtime/call.hpp"
#include "hip_runtime/handles.hpp"

using namespace tilewright::hip;

namespace {

hipError_t create(hipStream_t* stream, unsigned flags, int priority) {
  return call([&](Runtime& runtime) {
    if (stream == nullptr || (flags & ~hipStreamNonBlocking) != 0) return hipErrorInvalidValue;
    auto made = std::make_unique<Stream>(this_thread().device, flags, priority);
    *stream = reinterpret_cast<hipStream_t>(made.get());
    runtime.streams.emplace(*stream, std::move(made));
    return hipSuccess;
  });
}

/// `body(runtime, stream)`; the stream is a default one if the handle is.
template <class Body>
hipError_t with_stream(hipStream_t handle, Body&& body) {
  return call([&](Runtime& runtime) {
    const Gpu* gpu = gpu_of(runtime, handle);
    if (gpu == nullptr) return hipErrorInvalidHandle;
    const auto found = runtime.streams.find(handle);
    const Stream legacy{gpu->index(), 0, 0};
    return body(found == runtime.streams.end() ? legacy : *found->second);
  });
}

}  // namespace

hipError_t hipStreamCreate(hipStream_t* stream) { return create(stream, 0, 0); }
hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned flags) {
  return create(stream, flags, 0);
}
hipError_t hipStreamCreateWithPriority(hipStream_t* stream, unsigned flags, int) {
  return create(stream, flags, 0);  // all are of the one priority there is
}

hipError_t hipStreamDestroy(hipStream_t stream) {
  return call(
      [&](Runtime& runtime) {
        return runtime.streams.erase(stream) == 0 ? hipErrorInvalidHandle : hipSuccess;
      },
      AfterFault::allowed);
}

hipError_t hipStreamQuery(hipStream_t stream) {
  return with_stream(stream, [](const Stream&) { return hipSuccess; });
}
hipError_t hipStreamSynchronize(hipStream_t stream) {
  return with_stream(stream, [](const Stream&) { return hipSuccess; });
}

hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned) {
  return call([&](Runtime& runtime) {
    const bool known = gpu_of(runtime, stream) != nullptr && find_event(runtime, event) != nullptr;
    return known ? hipSuccess : hipErrorInvalidHandle;
  });
}

hipError_t hipStreamGetFlags(hipStream_t stream, unsigned* flags) {
  if (flags == nullptr) return remember(hipErrorInvalidValue);
  return with_stream(stream, [&](const Stream& s) {
    *flags = s.flags;
    return hipSuccess;
  });
}

hipError_t hipStreamGetPriority(hipStream_t stream, int* priority) {
  if (priority == nullptr) return remember(hipErrorInvalidValue);
  return with_stream(stream, [&](const Stream& s) {
    *priority = s.priority;
    return hipSuccess;
  });
}

hipError_t hipStreamGetDevice(hipStream_t stream, hipDevice_t* device) {
  if (device == nullptr) return remember(hipErrorInvalidValue);
  return with_stream(stream, [&](const Stream& s) {
    *device = s.device;
    return hipSuccess;
  });
}

int hipGetStreamDeviceId(hipStream_t stream) {
  int device = -1;
  (void)hipStreamGetDevice(stream, &device);
  return device;
}

/// Called at once, on this thread, with the runtime unlocked: everything before it is done.
hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t callback, void* user_data,
                                unsigned flags) {
  if (callback == nullptr || flags != 0) return remember(hipErrorInvalidValue);
  const hipError_t status = hipStreamQuery(stream);
  if (status == hipSuccess) callback(stream, status, user_data);
  return status;
}

hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t function, void* user_data) {
  if (function == nullptr) return remember(hipErrorInvalidValue);
  const hipError_t status = hipStreamQuery(stream);
  if (status == hipSuccess) function(user_data);
  return status;
}

/// Capturing into graphs is not supported, so no stream ever is.
hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus* status) {
  if (status == nullptr) return remember(hipErrorInvalidValue);
  return with_stream(stream, [&](const Stream&) {
    *status = hipStreamCaptureStatusNone;
    return hipSuccess;
  });
}
