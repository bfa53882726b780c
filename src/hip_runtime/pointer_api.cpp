// What is known of a pointer.
// SPDX-License-Identifier: MIT
#include "hip_runtime/abi_functions.hpp"
#include "hip_runtime/call.hpp"
#include "hip_runtime/version.hpp"

using namespace tilewright::hip;

namespace {

/// The block that holds `pointer`, given to `body`; `otherwise` if there is none.
template <class Body>
hipError_t with_block(const void* pointer, hipError_t otherwise, Body&& body) {
  return call([&](Runtime& runtime) {
    const Block* block = runtime.memory.holding(reinterpret_cast<uint64_t>(pointer));
    return block == nullptr ? otherwise : body(*block);
  });
}

}  // namespace

hipError_t hipHostGetDevicePointer(void** device_pointer, void* host_pointer, unsigned) {
  if (device_pointer == nullptr) return remember(hipErrorInvalidValue);
  return with_block(host_pointer, hipErrorInvalidValue, [&](const Block& block) {
    if (block.type == hipMemoryTypeDevice) return hipErrorInvalidValue;
    *device_pointer = host_pointer;
    return hipSuccess;
  });
}

hipError_t hipHostGetFlags(unsigned* flags, void* pointer) {
  if (flags == nullptr) return remember(hipErrorInvalidValue);
  return with_block(pointer, hipErrorInvalidValue, [&](const Block& block) {
    if (block.type != hipMemoryTypeHost) return hipErrorInvalidValue;
    *flags = block.flags;
    return hipSuccess;
  });
}

hipError_t hipMemGetAddressRange(hipDeviceptr_t* base, size_t* bytes, hipDeviceptr_t pointer) {
  return with_block(pointer, hipErrorNotFound, [&](const Block& block) {
    if (base != nullptr) *base = reinterpret_cast<void*>(block.begin);
    if (bytes != nullptr) *bytes = block.bytes;
    return hipSuccess;
  });
}

hipError_t hipMemPtrGetInfo(void* pointer, size_t* bytes) {
  if (bytes == nullptr) return remember(hipErrorInvalidValue);
  return with_block(pointer, hipErrorInvalidValue, [&](const Block& block) {
    *bytes = block.bytes;
    return hipSuccess;
  });
}

/// Advice and prefetching move pages; here they are where they are.
hipError_t hipMemAdvise(const void* pointer, size_t, int, int) {
  return with_block(pointer, hipErrorInvalidValue, [](const Block&) { return hipSuccess; });
}
hipError_t hipMemPrefetchAsync(const void* pointer, size_t, int, hipStream_t) {
  return with_block(pointer, hipErrorInvalidValue, [](const Block&) { return hipSuccess; });
}

/// Since ROCm 6.0 a pointer of the program's own is an answer (unregistered), not an error; since
/// 7.0 null is one too.
hipError_t hipPointerGetAttributes(hipPointerAttribute_t* attributes, const void* pointer) {
  return call([&](Runtime& runtime) {
    if ((attributes == nullptr || pointer == nullptr) && hip_major() < 7) {
      return hipErrorInvalidValue;
    }
    if (attributes == nullptr) return hipSuccess;
    *attributes = {};
    const Block* block = runtime.memory.holding(reinterpret_cast<uint64_t>(pointer));
    if (block == nullptr) {
      attributes->type = hipMemoryTypeUnregistered;
      attributes->device = -2;  // hipInvalidDeviceId
      return hipSuccess;
    }
    attributes->type = block->type;
    attributes->device = block->device;
    attributes->devicePointer = const_cast<void*>(pointer);
    if (block->type != hipMemoryTypeDevice) attributes->hostPointer = const_cast<void*>(pointer);
    attributes->isManaged = block->type == hipMemoryTypeManaged ? 1 : 0;
    attributes->allocationFlags = block->flags;
    return hipSuccess;
  });
}

hipError_t hipPointerGetAttribute(void* data, hipPointer_attribute attribute,
                                  hipDeviceptr_t pointer) {
  if (data == nullptr) return remember(hipErrorInvalidValue);
  return with_block(pointer, hipErrorInvalidValue, [&](const Block& block) {
    switch (attribute) {
      case HIP_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *static_cast<unsigned*>(data) = static_cast<unsigned>(block.type);
        return hipSuccess;
      case HIP_POINTER_ATTRIBUTE_DEVICE_POINTER:
        *static_cast<void**>(data) = pointer;
        return hipSuccess;
      case HIP_POINTER_ATTRIBUTE_HOST_POINTER:
        if (block.type == hipMemoryTypeDevice) return hipErrorInvalidValue;
        *static_cast<void**>(data) = pointer;
        return hipSuccess;
      case HIP_POINTER_ATTRIBUTE_IS_MANAGED:
        *static_cast<bool*>(data) = block.type == hipMemoryTypeManaged;
        return hipSuccess;
      case HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *static_cast<int*>(data) = block.device;
        return hipSuccess;
      case HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        *static_cast<void**>(data) = reinterpret_cast<void*>(block.begin);
        return hipSuccess;
      case HIP_POINTER_ATTRIBUTE_RANGE_SIZE:
        *static_cast<size_t*>(data) = block.bytes;
        return hipSuccess;
      case HIP_POINTER_ATTRIBUTE_MAPPED:
        *static_cast<bool*>(data) = true;
        return hipSuccess;
    }
    return hipErrorNotSupported;
  });
}
