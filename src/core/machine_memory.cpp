// SPDX-License-Identifier: MIT
#include "core/machine_memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace tilewright {

uint64_t machine_memory() {
  static const uint64_t bytes = [] {
    auto least = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                 static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    // As a container sees its own group, version 2 and 1. "max" is not a number.
    for (const char* path :
         {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
      uint64_t limit = 0;
      if (std::ifstream(path) >> limit) least = std::min(least, limit);
    }
    return least;
  }();
  return bytes;
}

}  // namespace tilewright
