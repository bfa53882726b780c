// The many names of a fill.
// SPDX-License-Identifier: MIT
#include "hip_runtime/abi_functions.hpp"
#include "hip_runtime/call.hpp"
#include "hip_runtime/transfer.hpp"

using namespace tilewright::hip;

namespace {

/// `count` values one after the other.
template <class T>
hipError_t values(const char* function, void* to, T value, size_t count,
                  hipStream_t stream = nullptr) {
  return call([&](Runtime& runtime) {
    size_t bytes = 0;
    if (gpu_of(runtime, stream) == nullptr) return hipErrorInvalidHandle;
    if (__builtin_mul_overflow(count, sizeof(T), &bytes)) return hipErrorInvalidValue;
    return fill(runtime, function, {to}, {.width = bytes}, std::as_bytes(std::span(&value, 1)));
  });
}

hipError_t rows(const char* function, Place<void*> to, int value, const Region& region,
                hipStream_t stream = nullptr) {
  return call([&](Runtime& runtime) {
    if (gpu_of(runtime, stream) == nullptr) return hipErrorInvalidHandle;
    const auto byte = static_cast<std::byte>(value);
    return fill(runtime, function, to, region, std::span(&byte, 1));
  });
}

hipError_t box(const char* function, const hipPitchedPtr& p, int value, const hipExtent& extent,
               hipStream_t stream = nullptr) {
  const auto to = place(p.ptr, p.pitch, p.ysize != 0 ? p.ysize : extent.height, {});
  if (!to) return remember(hipErrorInvalidValue);
  return rows(function, *to, value, {extent.width, extent.height, extent.depth}, stream);
}

}  // namespace

hipError_t hipMemset(void* to, int value, size_t bytes) {
  return values("hipMemset", to, static_cast<uint8_t>(value), bytes);
}
hipError_t hipMemsetAsync(void* to, int value, size_t bytes, hipStream_t stream) {
  return values("hipMemsetAsync", to, static_cast<uint8_t>(value), bytes, stream);
}
hipError_t hipMemsetD8(hipDeviceptr_t to, unsigned char value, size_t count) {
  return values<uint8_t>("hipMemsetD8", to, value, count);
}
hipError_t hipMemsetD8Async(hipDeviceptr_t to, unsigned char value, size_t count,
                            hipStream_t stream) {
  return values<uint8_t>("hipMemsetD8Async", to, value, count, stream);
}
hipError_t hipMemsetD16(hipDeviceptr_t to, unsigned short value, size_t count) {
  return values<uint16_t>("hipMemsetD16", to, value, count);
}
hipError_t hipMemsetD16Async(hipDeviceptr_t to, unsigned short value, size_t count,
                             hipStream_t stream) {
  return values<uint16_t>("hipMemsetD16Async", to, value, count, stream);
}
hipError_t hipMemsetD32(hipDeviceptr_t to, int value, size_t count) {
  return values<int32_t>("hipMemsetD32", to, value, count);
}
hipError_t hipMemsetD32Async(hipDeviceptr_t to, int value, size_t count, hipStream_t stream) {
  return values<int32_t>("hipMemsetD32Async", to, value, count, stream);
}
hipError_t hipMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
  return rows("hipMemset2D", {to, pitch}, value, {width, height});
}
hipError_t hipMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height,
                            hipStream_t stream) {
  return rows("hipMemset2DAsync", {to, pitch}, value, {width, height}, stream);
}
hipError_t hipMemset3D(hipPitchedPtr to, int value, hipExtent extent) {
  return box("hipMemset3D", to, value, extent);
}
hipError_t hipMemset3DAsync(hipPitchedPtr to, int value, hipExtent extent, hipStream_t stream) {
  return box("hipMemset3DAsync", to, value, extent, stream);
}
