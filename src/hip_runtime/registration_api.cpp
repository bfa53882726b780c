// What code of hipcc's making calls before main() and around `<<<>>>`.
// SPDX-License-Identifier: MIT
#include <cstring>

#include "hip_runtime/abi_functions.hpp"
#include "hip_runtime/call.hpp"

using namespace tilewright::hip;

namespace {

/// These functions return no error and may run where there is no device: the first launch tells.
template <class Body>
void registering(Body&& body) noexcept {
  try {
    Runtime& runtime = Runtime::get();
    const std::scoped_lock lock(runtime.mutex);
    body(runtime);
  } catch (const std::exception& error) {
    say(fmt::format("registering the program's code: {}", error.what()));
  }
}

FatBinary* handle(void** binary) { return reinterpret_cast<FatBinary*>(binary); }

}  // namespace

void** __hipRegisterFatBinary(const void* wrapper) {
  FatBinary* binary = nullptr;
  registering([&](Runtime& runtime) {
    const auto& w = *static_cast<const FatBinaryWrapper*>(wrapper);
    if (w.magic != kFatBinaryMagic || w.version != 1) {
      say(fmt::format("the program's code has magic {:#x} and version {}, known are {:#x} and 1",
                      w.magic, w.version, kFatBinaryMagic));
    }
    binary = runtime.fat_binaries.add(w.binary);
  });
  return reinterpret_cast<void**>(binary);
}

void __hipUnregisterFatBinary(void** binary) {
  registering([&](Runtime& runtime) { runtime.fat_binaries.remove(handle(binary)); });
}

void __hipRegisterFunction(void** binary, const void* host_function, char* device_name, const char*,
                           unsigned, void*, void*, dim3*, dim3*, int*) {
  registering([&](Runtime& runtime) {
    runtime.fat_binaries.add_function(handle(binary), host_function, device_name);
  });
}

void __hipRegisterVar(void** binary, void* host_variable, char*, char* device_name, int, size_t,
                      int, int) {
  registering([&](Runtime& runtime) {
    runtime.fat_binaries.add_variable(handle(binary), host_variable, device_name);
  });
}

void __hipRegisterManagedVar(void** binary, void** pointer, void* initial, const char* name,
                             size_t bytes, unsigned) {
  registering([&](Runtime& runtime) {
    auto storage = tilewright::emu::HostMemory::allocate(bytes);
    if (!storage) throw std::bad_alloc();
    std::memcpy(storage->bytes().data(), initial, bytes);
    *pointer = storage->bytes().data();
    handle(binary)->managed.push_back({name, pointer});
    runtime.fat_binaries.add_variable(handle(binary), pointer, name);
    runtime.add({.begin = storage->address(),
                 .bytes = bytes,
                 .type = hipMemoryTypeManaged,
                 .made_by = "",
                 .storage = std::move(*storage)});
  });
}

hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t lds_bytes, hipStream_t stream) {
  this_thread().configurations.push({grid, block, lds_bytes, stream});
  return hipSuccess;
}

hipError_t __hipPopCallConfiguration(dim3* grid, dim3* block, size_t* lds_bytes,
                                     hipStream_t* stream) {
  const auto last = this_thread().configurations.pop();
  if (!last) return remember(hipErrorMissingConfiguration);
  *grid = last->grid;
  *block = last->block;
  *lds_bytes = last->lds_bytes;
  *stream = last->stream;
  return hipSuccess;
}
