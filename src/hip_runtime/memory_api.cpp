// Allocations: device, managed and host memory, and memory of the program's own that it registers.
// SPDX-License-Identifier: MIT
#include "hip_runtime/abi_functions.hpp"
#include "hip_runtime/call.hpp"
#include "hip_runtime/own_memory.hpp"

using namespace tilewright::hip;
using tilewright::emu::HostMemory;

namespace {

constexpr size_t kPitchBytes = 256;

struct Wish {
  hipMemoryType type;
  unsigned flags;
  const char* made_by;
};

/// A new block of the current device.
hipError_t allocate(Runtime& runtime, void** pointer, size_t bytes, const Wish& wish) {
  if (pointer == nullptr) return hipErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return hipSuccess;
  const Gpu& gpu = *current_gpu(runtime);
  const size_t total = gpu.properties().totalGlobalMem;
  if (wish.type == hipMemoryTypeDevice &&
      bytes > total - std::min<uint64_t>(total, runtime.memory.allocated(gpu.index()))) {
    return hipErrorOutOfMemory;
  }
  // Not from the heap, whose pages stay when memory is freed: a stale pointer would seem to be one
  // to the program's own memory.
  auto storage = HostMemory::allocate(bytes, HostMemory::From::system);
  if (!storage) return hipErrorOutOfMemory;
  const Block& block = runtime.add({.begin = storage->address(),
                                    .bytes = bytes,
                                    .type = wish.type,
                                    .device = gpu.index(),
                                    .flags = wish.flags,
                                    .made_by = wish.made_by,
                                    .storage = std::move(*storage)});
  *pointer = reinterpret_cast<void*>(block.begin);
  return hipSuccess;
}

hipError_t allocate(void** pointer, size_t bytes, const Wish& wish) {
  return call([&](Runtime& runtime) { return allocate(runtime, pointer, bytes, wish); });
}

/// Freeing is possible after a fault, so that a program can end cleanly. As in AMD's runtime,
/// memory may be freed by the function for the other kind; where that is done, it is said.
hipError_t release(void* pointer, const char* function, bool host) {
  return call(
      [&](Runtime& runtime) {
        if (pointer == nullptr) return hipSuccess;
        const auto address = reinterpret_cast<uint64_t>(pointer);
        const Block* block = runtime.memory.holding(address);
        if (block == nullptr || block->storage.bytes().empty() || *block->made_by == '\0') {
          return refuse(hipErrorInvalidValue, "{}({}): {}", function, pointer,
                        block == nullptr ? "it is in no allocation" : "it is " + block->name());
        }
        if (block->begin != address) {
          return refuse(hipErrorInvalidValue, "{}({}): it is byte {} of {}", function, pointer,
                        address - block->begin, block->name());
        }
        if ((block->type == hipMemoryTypeHost) != host) {
          say(fmt::format("{} frees {}", function, block->name()));
        }
        runtime.remove(*block);
        return hipSuccess;
      },
      AfterFault::allowed);
}

hipError_t allocate_host(void** pointer, size_t bytes, unsigned flags, const char* function) {
  return allocate(pointer, bytes, {hipMemoryTypeHost, flags, function});
}

size_t pitch_of(size_t width) { return (width + kPitchBytes - 1) / kPitchBytes * kPitchBytes; }

hipError_t allocate_pitched(void** pointer, size_t* pitch, size_t width, size_t rows,
                            const char* function) {
  if (pitch == nullptr) return remember(hipErrorInvalidValue);
  size_t bytes = 0;
  if (width > SIZE_MAX - kPitchBytes || __builtin_mul_overflow(pitch_of(width), rows, &bytes)) {
    return remember(hipErrorOutOfMemory);
  }
  *pitch = pitch_of(width);
  return allocate(pointer, bytes, {hipMemoryTypeDevice, 0, function});
}

}  // namespace

hipError_t hipMalloc(void** pointer, size_t bytes) {
  return allocate(pointer, bytes, {hipMemoryTypeDevice, 0, "hipMalloc"});
}

hipError_t hipExtMallocWithFlags(void** pointer, size_t bytes, unsigned flags) {
  return allocate(pointer, bytes, {hipMemoryTypeDevice, flags, "hipExtMallocWithFlags"});
}

hipError_t hipMallocManaged(void** pointer, size_t bytes, unsigned flags) {
  if (bytes == 0 || (flags != hipMemAttachGlobal && flags != hipMemAttachHost)) {
    return remember(hipErrorInvalidValue);
  }
  return allocate(pointer, bytes, {hipMemoryTypeManaged, flags, "hipMallocManaged"});
}

hipError_t hipMallocAsync(void** pointer, size_t bytes, hipStream_t stream) {
  return call([&](Runtime& runtime) {
    if (gpu_of(runtime, stream) == nullptr) return hipErrorInvalidHandle;
    return allocate(runtime, pointer, bytes, {hipMemoryTypeDevice, 0, "hipMallocAsync"});
  });
}

hipError_t hipMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  return allocate_pitched(pointer, pitch, width, height, "hipMallocPitch");
}

hipError_t hipMemAllocPitch(hipDeviceptr_t* pointer, size_t* pitch, size_t width, size_t height,
                            unsigned) {
  return allocate_pitched(pointer, pitch, width, height, "hipMemAllocPitch");
}

hipError_t hipMalloc3D(hipPitchedPtr* pitched, hipExtent extent) {
  size_t rows = 0;
  if (pitched == nullptr) return remember(hipErrorInvalidValue);
  if (__builtin_mul_overflow(extent.height, extent.depth, &rows)) {
    return remember(hipErrorOutOfMemory);
  }
  pitched->xsize = extent.width;
  pitched->ysize = extent.height;
  return allocate_pitched(&pitched->ptr, &pitched->pitch, extent.width, rows, "hipMalloc3D");
}

hipError_t hipHostMalloc(void** pointer, size_t bytes, unsigned flags) {
  return allocate_host(pointer, bytes, flags, "hipHostMalloc");
}
hipError_t hipHostAlloc(void** pointer, size_t bytes, unsigned flags) {
  return allocate_host(pointer, bytes, flags, "hipHostAlloc");
}
hipError_t hipMallocHost(void** pointer, size_t bytes) {
  return allocate_host(pointer, bytes, 0, "hipMallocHost");
}
hipError_t hipMemAllocHost(void** pointer, size_t bytes) {
  return allocate_host(pointer, bytes, 0, "hipMemAllocHost");
}

hipError_t hipFree(void* pointer) { return release(pointer, "hipFree", false); }
hipError_t hipFreeAsync(void* pointer, hipStream_t) {
  return release(pointer, "hipFreeAsync", false);
}
hipError_t hipHostFree(void* pointer) { return release(pointer, "hipHostFree", true); }
hipError_t hipFreeHost(void* pointer) { return release(pointer, "hipFreeHost", true); }

hipError_t hipHostRegister(void* pointer, size_t bytes, unsigned flags) {
  return call([&](Runtime& runtime) {
    if (pointer == nullptr || bytes == 0) return hipErrorInvalidValue;
    const auto begin = reinterpret_cast<uint64_t>(pointer);
    if (!is_mapped(begin, bytes)) {
      return refuse(hipErrorInvalidValue,
                    "hipHostRegister: {} bytes at {} are not in the program's memory", bytes,
                    pointer);
    }
    if (runtime.memory.touched(begin, bytes) != nullptr) return hipErrorHostMemoryAlreadyRegistered;
    runtime.add({.begin = begin,
                 .bytes = bytes,
                 .type = hipMemoryTypeHost,
                 .device = current_gpu(runtime)->index(),
                 .flags = flags,
                 .made_by = "hipHostRegister"});
    return hipSuccess;
  });
}

hipError_t hipHostUnregister(void* pointer) {
  return call(
      [&](Runtime& runtime) {
        const Block* block = runtime.memory.holding(reinterpret_cast<uint64_t>(pointer));
        if (block == nullptr || !block->registered() ||
            block->begin != reinterpret_cast<uint64_t>(pointer)) {
          return hipErrorHostMemoryNotRegistered;
        }
        runtime.remove(*block);
        return hipSuccess;
      },
      AfterFault::allowed);
}

hipError_t hipMemGetInfo(size_t* free, size_t* total) {
  return call([&](Runtime& runtime) {
    if (free == nullptr || total == nullptr) return hipErrorInvalidValue;
    const Gpu& gpu = *current_gpu(runtime);
    *total = gpu.properties().totalGlobalMem;
    *free = *total - std::min<uint64_t>(*total, runtime.memory.allocated(gpu.index()));
    return hipSuccess;
  });
}
