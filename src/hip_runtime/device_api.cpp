// Devices, their properties and their state.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>

#include "hip_runtime/abi_functions.hpp"
#include "hip_runtime/attributes.hpp"
#include "hip_runtime/call.hpp"

using namespace tilewright::hip;

namespace {

/// `body(gpu)` for a device that exists.
template <class Body>
hipError_t ask(int device, const void* result, Body&& body) {
  return query([&](Runtime& runtime) {
    const Gpu* gpu = gpu_at(runtime, device);
    if (gpu == nullptr) return hipErrorInvalidDevice;
    if (result == nullptr) return hipErrorInvalidValue;
    return body(*gpu);
  });
}

template <class T>
hipError_t answer(T* result, const T& value) {
  if (result == nullptr) return remember(hipErrorInvalidValue);
  *result = value;
  return remember(hipSuccess);
}

hipError_t copy_text(char* to, int size, const std::string& text) {
  if (size <= 0) return hipErrorInvalidValue;
  const size_t most = static_cast<size_t>(size) - 1;
  const size_t bytes = std::min(text.size(), most);
  std::memcpy(to, text.data(), bytes);
  to[bytes] = '\0';
  return hipSuccess;
}

std::string bus_id(const Gpu& gpu) {
  return fmt::format("0000:{:02x}:00.0", gpu.properties().pciBusID);
}

}  // namespace

hipError_t hipInit(unsigned flags) {
  return query([&](Runtime&) { return flags == 0 ? hipSuccess : hipErrorInvalidValue; });
}

hipError_t hipGetDeviceCount(int* count) {
  if (count != nullptr) *count = 0;
  return query([&](Runtime& runtime) {
    if (count == nullptr) return hipErrorInvalidValue;
    *count = static_cast<int>(runtime.gpus.size());
    return hipSuccess;
  });
}

hipError_t hipGetDevice(int* device) {
  return query([&](Runtime&) {
    if (device == nullptr) return hipErrorInvalidValue;
    *device = this_thread().device;
    return hipSuccess;
  });
}

hipError_t hipSetDevice(int device) {
  return query([&](Runtime& runtime) {
    if (gpu_at(runtime, device) == nullptr) return hipErrorInvalidDevice;
    this_thread().device = device;
    return hipSuccess;
  });
}

hipError_t hipDeviceGet(hipDevice_t* device, int ordinal) {
  return ask(ordinal, device, [&](const Gpu& gpu) {
    *device = gpu.index();
    return hipSuccess;
  });
}

hipError_t hipDeviceGetName(char* name, int size, hipDevice_t device) {
  return ask(device, name,
             [&](const Gpu& gpu) { return copy_text(name, size, gpu.properties().name); });
}

hipError_t hipDeviceGetUuid(hipUUID* uuid, hipDevice_t device) {
  return ask(device, uuid, [&](const Gpu& gpu) {
    *uuid = gpu.properties().uuid;
    return hipSuccess;
  });
}

hipError_t hipDeviceGetPCIBusId(char* id, int size, int device) {
  return ask(device, id, [&](const Gpu& gpu) { return copy_text(id, size, bus_id(gpu)); });
}

hipError_t hipDeviceGetByPCIBusId(int* device, const char* id) {
  return query([&](Runtime& runtime) {
    if (device == nullptr || id == nullptr) return hipErrorInvalidValue;
    for (const auto& gpu : runtime.gpus) {
      if (bus_id(*gpu) != id) continue;
      *device = gpu->index();
      return hipSuccess;
    }
    return hipErrorInvalidDevice;
  });
}

hipError_t hipDeviceComputeCapability(int* major, int* minor, hipDevice_t device) {
  return ask(device, major, [&](const Gpu& gpu) {
    if (minor == nullptr) return hipErrorInvalidValue;
    *major = gpu.properties().major;
    *minor = gpu.properties().minor;
    return hipSuccess;
  });
}

hipError_t hipDeviceTotalMem(size_t* bytes, hipDevice_t device) {
  return ask(device, bytes, [&](const Gpu& gpu) {
    *bytes = gpu.properties().totalGlobalMem;
    return hipSuccess;
  });
}

hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int device) {
  return ask(device, value, [&](const Gpu& gpu) {
    const auto found = device_attribute(gpu, attribute);
    if (!found) return hipErrorInvalidValue;
    *value = *found;
    return hipSuccess;
  });
}

hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_tR0600* properties, int device) {
  return ask(device, properties, [&](const Gpu& gpu) {
    *properties = gpu.properties();
    return hipSuccess;
  });
}

hipError_t hipGetDevicePropertiesR0000(hipDeviceProp_tR0000* properties, int device) {
  return ask(device, properties, [&](const Gpu& gpu) {
    *properties = old_properties(gpu.properties());
    return hipSuccess;
  });
}

/// The name without a revision is what programs built before ROCm 6.0 import.
hipError_t hipGetDeviceProperties(hipDeviceProp_tR0000* properties, int device) {
  return hipGetDevicePropertiesR0000(properties, device);
}

hipError_t hipDeviceSynchronize() {
  return call([](Runtime&) { return hipSuccess; });
}

/// Frees what the device holds and forgets a fault. Modules stay: programs of hipcc's make have no
/// way to load theirs again.
hipError_t hipDeviceReset() {
  return call(
      [](Runtime& runtime) {
        Gpu& gpu = *current_gpu(runtime);
        std::vector<const Block*> blocks;
        for (const auto& [begin, block] : runtime.memory.blocks()) {
          if (block.device == gpu.index() && *block.made_by != '\0') blocks.push_back(&block);
        }
        for (const Block* block : blocks) runtime.remove(*block);
        gpu.fault = hipSuccess;
        return hipSuccess;
      },
      AfterFault::allowed);
}

hipError_t hipDeviceCanAccessPeer(int* can, int device, int peer) {
  return ask(device, can, [&](const Gpu&) {
    if (gpu_at(Runtime::get(), peer) == nullptr) return hipErrorInvalidDevice;
    *can = device != peer ? 1 : 0;
    return hipSuccess;
  });
}

hipError_t hipDeviceEnablePeerAccess(int peer, unsigned flags) {
  return call([&](Runtime& runtime) {
    Gpu& gpu = *current_gpu(runtime);
    if (gpu_at(runtime, peer) == nullptr || peer == gpu.index()) return hipErrorInvalidDevice;
    if (flags != 0) return hipErrorInvalidValue;
    if (gpu.peers.contains(peer)) return hipErrorPeerAccessAlreadyEnabled;
    for (const auto& [begin, block] : runtime.memory.blocks()) {
      if (block.device == peer && !gpu.sees(block)) gpu.map_block(block, block.name());
    }
    gpu.peers.insert(peer);
    return hipSuccess;
  });
}

hipError_t hipDeviceDisablePeerAccess(int peer) {
  return call([&](Runtime& runtime) {
    Gpu& gpu = *current_gpu(runtime);
    if (gpu_at(runtime, peer) == nullptr) return hipErrorInvalidDevice;
    if (gpu.peers.erase(peer) == 0) return hipErrorPeerAccessNotEnabled;
    for (const auto& [begin, block] : runtime.memory.blocks()) {
      if (!gpu.sees(block)) gpu.unmap_block(block);
    }
    return hipSuccess;
  });
}

hipError_t hipDeviceGetLimit(size_t* value, int limit) {
  constexpr int heap_bytes = 2;  // hipLimitMallocHeapSize
  return query([&](Runtime&) {
    if (value == nullptr) return hipErrorInvalidValue;
    if (limit != heap_bytes) return hipErrorUnsupportedLimit;
    *value = 0;  // there is no malloc in kernels
    return hipSuccess;
  });
}

hipError_t hipDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = 0;
  return remember(hipSuccess);
}

// How the host waits, and how caches and LDS are split, is not the software GPU's to choose.
hipError_t hipGetDeviceFlags(unsigned* flags) { return answer(flags, 0u); }
hipError_t hipSetDeviceFlags(unsigned) { return remember(hipSuccess); }
hipError_t hipDeviceSetCacheConfig(int) { return remember(hipSuccess); }
hipError_t hipDeviceGetCacheConfig(int* config) { return answer(config, 0); }
hipError_t hipDeviceSetSharedMemConfig(int) { return remember(hipSuccess); }
hipError_t hipDeviceGetSharedMemConfig(int* config) { return answer(config, 0); }
