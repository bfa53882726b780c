// The version: the only code that is not the same in libamdhip64.so.6 and .so.7.
// SPDX-License-Identifier: MIT
#include "hip_runtime/abi_functions.hpp"
#include "hip_runtime/call.hpp"
#include "hip_runtime/version.hpp"

namespace {

/// HIP_VERSION: major, minor and patch.
constexpr int kVersion = TW_HIP_MAJOR * 10'000'000 + TW_HIP_MINOR * 100'000;

hipError_t answer(int* version) {
  if (version == nullptr) return tilewright::hip::remember(hipErrorInvalidValue);
  *version = kVersion;
  return tilewright::hip::remember(hipSuccess);
}

}  // namespace

int tilewright::hip::hip_major() { return TW_HIP_MAJOR; }

hipError_t hipDriverGetVersion(int* version) { return answer(version); }
hipError_t hipRuntimeGetVersion(int* version) { return answer(version); }
