// Names and sentences of errors, and the last one.
// SPDX-License-Identifier: MIT
#include <utility>

#include "hip_runtime/abi_functions.hpp"
#include "hip_runtime/call.hpp"

using namespace tilewright::hip;

namespace {

struct Words {
  const char* name;
  const char* text;
};

/// Null for a number that is no error.
const Words* words(hipError_t error) {
  switch (error) {
#define TW_HIP_ERROR(name, value, text)    \
  case name: {                             \
    static constexpr Words w{#name, text}; \
    return &w;                             \
  }
    TW_HIP_ERRORS(TW_HIP_ERROR)
#undef TW_HIP_ERROR
  }
  return nullptr;
}

constexpr Words kUnknown{"hipErrorUnknown", "unknown error"};

}  // namespace

const char* hipGetErrorName(hipError_t error) {
  const Words* found = words(error);
  return found == nullptr ? kUnknown.name : found->name;
}

const char* hipGetErrorString(hipError_t error) {
  const Words* found = words(error);
  return found == nullptr ? kUnknown.text : found->text;
}

hipError_t hipDrvGetErrorName(hipError_t error, const char** name) {
  const Words* found = words(error);
  if (found == nullptr || name == nullptr) return hipErrorInvalidValue;
  *name = found->name;
  return hipSuccess;
}

hipError_t hipDrvGetErrorString(hipError_t error, const char** text) {
  const Words* found = words(error);
  if (found == nullptr || text == nullptr) return hipErrorInvalidValue;
  *text = found->text;
  return hipSuccess;
}

/// Asking clears it, except after a kernel's fault: that stays until the device is reset.
hipError_t hipGetLastError() {
  const hipError_t last = hipPeekAtLastError();
  this_thread().last_error = hipSuccess;
  return last;
}

hipError_t hipPeekAtLastError() {
  Runtime& runtime = Runtime::get();
  const Gpu* gpu = current_gpu(runtime);
  if (gpu != nullptr && gpu->fault != hipSuccess) return gpu->fault;
  return this_thread().last_error;
}

hipError_t hipExtGetLastError() { return std::exchange(this_thread().last_result, hipSuccess); }
