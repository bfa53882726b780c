// The version: the only thing in which libamdhip64.so.6 and .so.7 differ here.
// SPDX-License-Identifier: MIT
#include "hip_runtime/abi_functions.hpp"
#include "hip_runtime/call.hpp"

namespace {

/// HIP_VERSION: major, minor and patch.
constexpr int kVersion = TW_HIP_MAJOR * 10'000'000 + TW_HIP_MINOR * 100'000;

hipError_t answer(int* version) {
  if (version == nullptr) return tilewright::hip::remember(hipErrorInvalidValue);
  *version = kVersion;
  return tilewright::hip::remember(hipSuccess);
}

}  // namespace

hipError_t hipDriverGetVersion(int* version) { return answer(version); }
hipError_t hipRuntimeGetVersion(int* version) { return answer(version); }
