// The slow half of access.hpp: look-ups and the sentences of refused accesses.
// SPDX-License-Identifier: MIT
#include "emu/exec/access.hpp"

#include "emu/exec/stop_cause.hpp"

namespace tilewright::emu {
namespace {

const char* verb(bool write) { return write ? "writes" : "reads"; }

}  // namespace

std::byte* global_slow(Wave& wave, uint64_t address, uint32_t bytes, int lane, bool write) {
  const Allocation* found = wave.memory->find(address, bytes);
  if (found == nullptr) {
    throw CausedFault{{fmt::format("{} {} bytes at {:#x}: {}", verb(write), bytes, address,
                                   wave.memory->describe(address, bytes)),
                       lane},
                      StopCause::illegal_address};
  }
  if (write && !found->writable) {
    throw CausedFault{{fmt::format("writes {} bytes at {:#x}, which is read-only: {}", bytes,
                                   address, wave.memory->describe(address, bytes)),
                       lane},
                      StopCause::illegal_address};
  }
  wave.last_allocation = found;
  return reinterpret_cast<std::byte*>(address);
}

void lds_fault(const Wave& wave, uint64_t offset, uint32_t bytes, int lane, bool write) {
  fault(lane, "{} {} bytes at LDS offset {:#x}, the workgroup has {:#x} bytes of LDS", verb(write),
        bytes, offset, wave.group->lds.size());
}

void scratch_fault(const Wave& wave, int64_t offset, uint32_t bytes, int lane, bool write) {
  fault(lane, "{} {} bytes at scratch offset {}, a work-item has {} bytes of scratch", verb(write),
        bytes, offset, wave.scratch_bytes);
}

}  // namespace tilewright::emu
