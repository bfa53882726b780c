// SPDX-License-Identifier: MIT
#include "device/library.hpp"

#include <dlfcn.h>

namespace tilewright::device {

Result<Library> Library::open(std::initializer_list<const char*> names) {
  std::string reasons;
  for (const char* name : names) {
    if (void* handle = ::dlopen(name, RTLD_NOW | RTLD_LOCAL)) return Library(handle, name);
    if (!reasons.empty()) reasons += "; ";
    reasons += ::dlerror();
  }
  return fail("{} is not on this machine or in LD_LIBRARY_PATH ({})", *names.begin(), reasons);
}

Result<void*> Library::symbol(const char* name) const {
  void* address = ::dlsym(handle_, name);
  if (address == nullptr) return fail("{} has no {}: it is older than this program", name_, name);
  return address;
}

}  // namespace tilewright::device
