// Code that hipcc linked into the program: containers with one code object per target, registered
// before main(), and the kernels and variables that the host knows by addresses of its own.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hip_runtime/abi.hpp"
#include "hip_runtime/module.hpp"

namespace tilewright::hip {

/// What a wrapper in the program's data says (section .hipFatBinSegment).
struct FatBinaryWrapper {
  uint32_t magic;  ///< "HIPF"
  uint32_t version;
  const void* binary;
  void* unused;
};
static_assert(sizeof(FatBinaryWrapper) == 24);
inline constexpr uint32_t kFatBinaryMagic = 0x48495046;

struct FatBinary {
  const void* image = nullptr;
  /// By device; loaded when a kernel or variable of it is first used there.
  std::map<int, std::unique_ptr<Module>> modules;
  /// __managed__ variables: the program's pointer, and what to start with.
  struct Managed {
    std::string name;
    void** pointer = nullptr;
  };
  std::vector<Managed> managed;
};

class FatBinaries {
 public:
  /// The handle that registrations name. A pointer to a pointer, as the ABI has it.
  FatBinary* add(const void* image);
  void remove(FatBinary* binary);

  void add_function(FatBinary* binary, const void* host_function, std::string name);
  void add_variable(FatBinary* binary, const void* host_variable, std::string name);

  /// What `host_function` stands for on `gpu`. Errors: hipErrorInvalidDeviceFunction if it was
  /// never registered, those of loading.
  [[nodiscard]] hipError_t find(Runtime& runtime, Gpu& gpu, const void* host_function,
                                Function** function);
  /// The same for a variable. Errors: hipErrorInvalidSymbol, those of loading.
  [[nodiscard]] hipError_t find(Runtime& runtime, Gpu& gpu, const void* host_variable,
                                Variable* variable);
  /// Null if it was never registered.
  [[nodiscard]] const std::string* name_of(const void* host_function) const;

 private:
  struct Symbol {
    FatBinary* binary = nullptr;
    std::string name;
  };
  [[nodiscard]] hipError_t module(Runtime& runtime, Gpu& gpu, FatBinary& binary, Module** module);

  std::map<const void*, std::unique_ptr<FatBinary>> binaries_;
  std::map<const void*, Symbol> functions_;
  std::map<const void*, Symbol> variables_;
};

}  // namespace tilewright::hip
