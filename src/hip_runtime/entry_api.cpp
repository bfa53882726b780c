// Functions by name.
// SPDX-License-Identifier: MIT
#include <dlfcn.h>

#include "hip_runtime/abi_functions.hpp"
#include "hip_runtime/call.hpp"

hipError_t hipGetProcAddress(const char* symbol, void** function, int, uint64_t,
                             hipDriverProcAddressQueryResult* result) {
  using tilewright::hip::remember;
  if (symbol == nullptr || function == nullptr) return remember(hipErrorInvalidValue);
  // Of this library, not of whichever the program would find.
  Dl_info own{};
  void* library = nullptr;
  if (::dladdr(reinterpret_cast<const void*>(&hipGetProcAddress), &own) != 0) {
    library = ::dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  }
  *function = library == nullptr ? nullptr : ::dlsym(library, symbol);
  if (library != nullptr) ::dlclose(library);
  const bool found = *function != nullptr;
  if (result != nullptr) {
    *result = found ? HIP_GET_PROC_ADDRESS_SUCCESS : HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  }
  return remember(found ? hipSuccess : hipErrorInvalidValue);
}
