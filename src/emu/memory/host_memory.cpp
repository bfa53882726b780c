// SPDX-License-Identifier: MIT
#include "emu/memory/host_memory.hpp"

#include <cstring>

namespace tilewright::emu {

Result<HostMemory> HostMemory::allocate(size_t bytes) {
  constexpr size_t before = alignment;      // the gap in front, rounded up to keep the alignment
  constexpr size_t most = size_t{1} << 46;  // more than a process can address
  const size_t total =
      bytes < most ? before + (bytes + gap + alignment - 1) / alignment * alignment : size_t{0};
  HostMemory memory;
  if (total != 0) memory.block_.reset(std::aligned_alloc(alignment, total));
  if (memory.block_ == nullptr) return fail("out of memory: {} bytes of device memory", bytes);
  memory.bytes_ = {static_cast<std::byte*>(memory.block_.get()) + before, bytes};
  if (bytes <= fill_limit) std::memset(memory.bytes_.data(), static_cast<int>(fill), bytes);
  return memory;
}

}  // namespace tilewright::emu
