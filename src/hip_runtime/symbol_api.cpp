// Variables of the program's own code, by the host's address of their shadow.
// SPDX-License-Identifier: MIT
#include "hip_runtime/abi_functions.hpp"
#include "hip_runtime/call.hpp"
#include "hip_runtime/transfer.hpp"

using namespace tilewright::hip;

namespace {

/// `body(runtime, address of the variable)` for `bytes` from `offset` on.
template <class Body>
hipError_t with_variable(const char* function, const void* symbol, size_t bytes, size_t offset,
                         hipStream_t stream, Body&& body) {
  return call([&](Runtime& runtime) {
    Gpu* gpu = gpu_of(runtime, stream);
    if (gpu == nullptr) return hipErrorInvalidHandle;
    Variable variable;
    const hipError_t missing = runtime.fat_binaries.find(runtime, *gpu, symbol, &variable);
    if (missing != hipSuccess) return missing;
    if (offset > variable.bytes || bytes > variable.bytes - offset) {
      return refuse(hipErrorInvalidValue, "{}: {} bytes from byte {} of a variable of {} bytes",
                    function, bytes, offset, variable.bytes);
    }
    return body(runtime, variable);
  });
}

hipError_t to_symbol(const char* function, const void* symbol, const void* from, size_t bytes,
                     size_t offset, hipMemcpyKind kind, hipStream_t stream = nullptr) {
  return with_variable(
      function, symbol, bytes, offset, stream, [&](Runtime& runtime, const Variable& variable) {
        return copy(runtime, function, variable.address + offset, from, bytes, kind);
      });
}

hipError_t from_symbol(const char* function, void* to, const void* symbol, size_t bytes,
                       size_t offset, hipMemcpyKind kind, hipStream_t stream = nullptr) {
  return with_variable(function, symbol, bytes, offset, stream,
                       [&](Runtime& runtime, const Variable& variable) {
                         return copy(runtime, function, to, variable.address + offset, bytes, kind);
                       });
}

}  // namespace

hipError_t hipMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                             hipMemcpyKind kind) {
  return to_symbol("hipMemcpyToSymbol", symbol, from, bytes, offset, kind);
}
hipError_t hipMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset,
                                  hipMemcpyKind kind, hipStream_t stream) {
  return to_symbol("hipMemcpyToSymbolAsync", symbol, from, bytes, offset, kind, stream);
}
hipError_t hipMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                               hipMemcpyKind kind) {
  return from_symbol("hipMemcpyFromSymbol", to, symbol, bytes, offset, kind);
}
hipError_t hipMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                    hipMemcpyKind kind, hipStream_t stream) {
  return from_symbol("hipMemcpyFromSymbolAsync", to, symbol, bytes, offset, kind, stream);
}

hipError_t hipGetSymbolAddress(void** pointer, const void* symbol) {
  if (pointer == nullptr) return remember(hipErrorInvalidValue);
  return with_variable("hipGetSymbolAddress", symbol, 0, 0, nullptr,
                       [&](Runtime&, const Variable& variable) {
                         *pointer = variable.address;
                         return hipSuccess;
                       });
}

hipError_t hipGetSymbolSize(size_t* bytes, const void* symbol) {
  if (bytes == nullptr) return remember(hipErrorInvalidValue);
  return with_variable("hipGetSymbolSize", symbol, 0, 0, nullptr,
                       [&](Runtime&, const Variable& variable) {
                         *bytes = variable.bytes;
                         return hipSuccess;
                       });
}
