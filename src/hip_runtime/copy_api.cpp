// The many names of a copy. All are done when they return, so streams only have to exist.
// SPDX-License-Identifier: MIT
#include "hip_runtime/abi_functions.hpp"
#include "hip_runtime/call.hpp"
#include "hip_runtime/transfer.hpp"

using namespace tilewright::hip;

namespace {

hipError_t linear(const char* function, void* to, const void* from, size_t bytes,
                  hipMemcpyKind kind, hipStream_t stream = nullptr) {
  return call([&](Runtime& runtime) {
    if (gpu_of(runtime, stream) == nullptr) return hipErrorInvalidHandle;
    return copy(runtime, function, to, from, bytes, kind);
  });
}

hipError_t pitched(const char* function, Place<void*> to, Place<const void*> from,
                   const Region& region, hipMemcpyKind kind, hipStream_t stream = nullptr) {
  return call([&](Runtime& runtime) {
    if (gpu_of(runtime, stream) == nullptr) return hipErrorInvalidHandle;
    return copy(runtime, function, to, from, region, kind);
  });
}

hipError_t between(const char* function, void* to, int to_device, const void* from, int from_device,
                   size_t bytes, hipStream_t stream = nullptr) {
  return call([&](Runtime& runtime) {
    if (gpu_at(runtime, to_device) == nullptr || gpu_at(runtime, from_device) == nullptr) {
      return hipErrorInvalidDevice;
    }
    if (gpu_of(runtime, stream) == nullptr) return hipErrorInvalidHandle;
    return copy(runtime, function, to, from, bytes, hipMemcpyDeviceToDevice);
  });
}

hipError_t beyond(const char* function) {
  return remember(
      refuse(hipErrorInvalidValue, "{}: a position is beyond what can be addressed", function));
}

/// Both sides say themselves where their memory is.
hipError_t described(const char* function, const hip_Memcpy2D* c, hipStream_t stream = nullptr) {
  if (c == nullptr) return remember(hipErrorInvalidValue);
  if (c->srcMemoryType == hipMemoryTypeArray || c->dstMemoryType == hipMemoryTypeArray) {
    return remember(
        refuse(hipErrorNotSupported, "{}: arrays (textures) are not supported", function));
  }
  const bool from_host = c->srcMemoryType == hipMemoryTypeHost;
  const bool to_host = c->dstMemoryType == hipMemoryTypeHost;
  const void* from = from_host ? c->srcHost : c->srcDevice;
  void* to = to_host ? c->dstHost : c->dstDevice;
  if (from == nullptr || to == nullptr) return remember(hipErrorInvalidValue);
  hipMemcpyKind kind = from_host ? (to_host ? hipMemcpyHostToHost : hipMemcpyHostToDevice)
                                 : (to_host ? hipMemcpyDeviceToHost : hipMemcpyDeviceToDevice);
  // The pointer tells, which is in the field for the device's.
  if (c->srcMemoryType == hipMemoryTypeUnified || c->dstMemoryType == hipMemoryTypeUnified) {
    kind = hipMemcpyDefault;
  }
  const auto target = place(to, c->dstPitch, 0, {c->dstXInBytes, c->dstY, 0});
  const auto source = place(from, c->srcPitch, 0, {c->srcXInBytes, c->srcY, 0});
  if (!target || !source) return beyond(function);
  return pitched(function, *target, *source, {c->WidthInBytes, c->Height}, kind, stream);
}

hipError_t copy_3d(const char* function, const hipMemcpy3DParms* c, hipStream_t stream = nullptr) {
  if (c == nullptr) return remember(hipErrorInvalidValue);
  if (c->srcArray != nullptr || c->dstArray != nullptr) {
    return remember(
        refuse(hipErrorNotSupported, "{}: arrays (textures) are not supported", function));
  }
  if (c->srcPtr.ptr == nullptr || c->dstPtr.ptr == nullptr) return remember(hipErrorInvalidValue);
  const auto rows = [&](const hipPitchedPtr& p) {
    return p.ysize != 0 ? p.ysize : c->extent.height;
  };
  const auto to = place(c->dstPtr.ptr, c->dstPtr.pitch, rows(c->dstPtr), c->dstPos);
  const auto from = place<const void*>(c->srcPtr.ptr, c->srcPtr.pitch, rows(c->srcPtr), c->srcPos);
  if (!to || !from) return beyond(function);
  return pitched(function, *to, *from, {c->extent.width, c->extent.height, c->extent.depth},
                 c->kind, stream);
}

}  // namespace

hipError_t hipMemcpy(void* to, const void* from, size_t bytes, hipMemcpyKind kind) {
  return linear("hipMemcpy", to, from, bytes, kind);
}
hipError_t hipMemcpyAsync(void* to, const void* from, size_t bytes, hipMemcpyKind kind,
                          hipStream_t stream) {
  return linear("hipMemcpyAsync", to, from, bytes, kind, stream);
}
hipError_t hipMemcpyWithStream(void* to, const void* from, size_t bytes, hipMemcpyKind kind,
                               hipStream_t stream) {
  return linear("hipMemcpyWithStream", to, from, bytes, kind, stream);
}
hipError_t hipMemcpyHtoD(hipDeviceptr_t to, void* from, size_t bytes) {
  return linear("hipMemcpyHtoD", to, from, bytes, hipMemcpyHostToDevice);
}
hipError_t hipMemcpyDtoH(void* to, hipDeviceptr_t from, size_t bytes) {
  return linear("hipMemcpyDtoH", to, from, bytes, hipMemcpyDeviceToHost);
}
hipError_t hipMemcpyDtoD(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes) {
  return linear("hipMemcpyDtoD", to, from, bytes, hipMemcpyDeviceToDevice);
}
hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to, void* from, size_t bytes, hipStream_t stream) {
  return linear("hipMemcpyHtoDAsync", to, from, bytes, hipMemcpyHostToDevice, stream);
}
hipError_t hipMemcpyDtoHAsync(void* to, hipDeviceptr_t from, size_t bytes, hipStream_t stream) {
  return linear("hipMemcpyDtoHAsync", to, from, bytes, hipMemcpyDeviceToHost, stream);
}
hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes,
                              hipStream_t stream) {
  return linear("hipMemcpyDtoDAsync", to, from, bytes, hipMemcpyDeviceToDevice, stream);
}

hipError_t hipMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes) {
  return between("hipMemcpyPeer", to, to_device, from, from_device, bytes);
}
hipError_t hipMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                              size_t bytes, hipStream_t stream) {
  return between("hipMemcpyPeerAsync", to, to_device, from, from_device, bytes, stream);
}

hipError_t hipMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                       size_t height, hipMemcpyKind kind) {
  return pitched("hipMemcpy2D", {to, to_pitch}, {from, from_pitch}, {width, height}, kind);
}
hipError_t hipMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                            size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return pitched("hipMemcpy2DAsync", {to, to_pitch}, {from, from_pitch}, {width, height}, kind,
                 stream);
}
hipError_t hipMemcpyParam2D(const hip_Memcpy2D* copy) {
  return described("hipMemcpyParam2D", copy);
}
hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D* copy, hipStream_t stream) {
  return described("hipMemcpyParam2DAsync", copy, stream);
}
hipError_t hipMemcpy3D(const hipMemcpy3DParms* copy) { return copy_3d("hipMemcpy3D", copy); }
hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms* copy, hipStream_t stream) {
  return copy_3d("hipMemcpy3DAsync", copy, stream);
}
