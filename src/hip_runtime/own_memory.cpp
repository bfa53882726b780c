// SPDX-License-Identifier: MIT
#include "hip_runtime/own_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace tilewright::hip {

bool is_mapped(uint64_t begin, uint64_t bytes) {
  static const auto page = static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  uint64_t end = 0;
  if (__builtin_add_overflow(begin, bytes, &end)) return false;
  std::array<unsigned char, 4096> resident;  // what is asked for; only the error counts
  const uint64_t at_once = resident.size() * page;
  for (uint64_t at = begin / page * page; at < end; at += at_once) {
    const uint64_t length = std::min(at_once, end - at);
    if (::mincore(reinterpret_cast<void*>(at), length, resident.data()) != 0 && errno == ENOMEM) {
      return false;
    }
    if (end - at <= at_once) break;
  }
  return true;
}

}  // namespace tilewright::hip
