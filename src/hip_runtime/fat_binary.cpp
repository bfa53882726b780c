// SPDX-License-Identifier: MIT
#include "hip_runtime/fat_binary.hpp"

#include <cstring>

#include "hip_runtime/call.hpp"

namespace tilewright::hip {

FatBinary* FatBinaries::add(const void* image) {
  auto binary = std::make_unique<FatBinary>();
  binary->image = image;
  FatBinary* handle = binary.get();
  binaries_.emplace(handle, std::move(binary));
  return handle;
}

void FatBinaries::remove(FatBinary* binary) {
  std::erase_if(functions_, [&](const auto& f) { return f.second.binary == binary; });
  std::erase_if(variables_, [&](const auto& v) { return v.second.binary == binary; });
  binaries_.erase(binary);
}

void FatBinaries::add_function(FatBinary* binary, const void* host_function, std::string name) {
  if (binaries_.contains(binary)) functions_[host_function] = {binary, std::move(name)};
}

void FatBinaries::add_variable(FatBinary* binary, const void* host_variable, std::string name) {
  if (binaries_.contains(binary)) variables_[host_variable] = {binary, std::move(name)};
}

hipError_t FatBinaries::module(Runtime& runtime, Gpu& gpu, FatBinary& binary, Module** module) {
  std::unique_ptr<Module>& loaded = binary.modules[gpu.index()];
  if (loaded == nullptr) {
    const auto bytes = readable_from(binary.image);
    if (!bytes)
      return refuse(hipErrorInvalidImage, "the program's code: {}", bytes.error().message);
    auto found = Module::load(runtime, gpu, *bytes);
    if (!found) {
      return refuse(hipErrorNoBinaryForGpu, "the program's code: {}", found.error().message);
    }
    loaded = std::move(*found);
    // The device's variable of that name holds where the managed memory is.
    for (const FatBinary::Managed& managed : binary.managed) {
      if (const auto variable = loaded->variable(managed.name)) {
        std::memcpy(variable->address, managed.pointer,
                    std::min<size_t>(variable->bytes, sizeof(void*)));
      }
    }
  }
  *module = loaded.get();
  return hipSuccess;
}

hipError_t FatBinaries::find(Runtime& runtime, Gpu& gpu, const void* host_function,
                             Function** function) {
  const auto found = functions_.find(host_function);
  if (found == functions_.end()) return hipErrorInvalidDeviceFunction;
  Module* loaded = nullptr;
  const hipError_t error = module(runtime, gpu, *found->second.binary, &loaded);
  if (error != hipSuccess) return error;
  *function = loaded->function(found->second.name);
  if (*function != nullptr) return hipSuccess;
  return refuse(hipErrorInvalidDeviceFunction, "the program's code for {} has no kernel {}",
                gpu.target().name, found->second.name);
}

hipError_t FatBinaries::find(Runtime& runtime, Gpu& gpu, const void* host_variable,
                             Variable* variable) {
  const auto found = variables_.find(host_variable);
  if (found == variables_.end()) return hipErrorInvalidSymbol;
  Module* loaded = nullptr;
  const hipError_t error = module(runtime, gpu, *found->second.binary, &loaded);
  if (error != hipSuccess) return error;
  const auto here = loaded->variable(found->second.name);
  if (!here) return hipErrorInvalidSymbol;
  *variable = *here;
  return hipSuccess;
}

const std::string* FatBinaries::name_of(const void* host_function) const {
  const auto found = functions_.find(host_function);
  return found == functions_.end() ? nullptr : &found->second.name;
}

}  // namespace tilewright::hip
