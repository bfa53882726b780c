// The checked way from an instruction to memory. Every byte that a handler touches outside its
// registers comes from one of these; an access that is not allowed throws a Fault.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "emu/exec/wave.hpp"
#include "emu/memory/memory_map.hpp"

namespace tilewright::emu {

/// High halves of the flat addresses that mean LDS and scratch: what src_shared_base and
/// src_private_base read. The values are those of the Linux driver for GFX9 and later; no host
/// address of a 64-bit process lies there.
inline constexpr uint32_t shared_aperture_hi = 0x0001'0000;
inline constexpr uint32_t private_aperture_hi = 0x0002'0000;

[[nodiscard]] std::byte* global_slow(Wave& wave, uint64_t address, uint32_t bytes, int lane,
                                     bool write);
[[noreturn]] void lds_fault(const Wave& wave, uint64_t offset, uint32_t bytes, int lane,
                            bool write);
[[noreturn]] void scratch_fault(const Wave& wave, int64_t offset, uint32_t bytes, int lane,
                                bool write);

/// [address, address + bytes) of registered memory. `lane` is for the report, -1 for scalar
/// accesses. Faults if any byte is outside the allocations, or if `write` hits read-only memory.
[[nodiscard]] inline std::byte* global(Wave& wave, uint64_t address, uint32_t bytes, int lane,
                                       bool write) {
  const Allocation* cached = wave.last_allocation;
  if (cached != nullptr && address >= cached->begin && address <= cached->end &&
      bytes <= cached->end - address && (cached->writable || !write)) [[likely]] {
    return reinterpret_cast<std::byte*>(address);  // device addresses are host addresses
  }
  return global_slow(wave, address, bytes, lane, write);
}

/// `bytes` at a byte offset in the workgroup's LDS: base and instruction offset together, already
/// wrapped at 32 bits. Faults beyond the bytes that the launch gave the workgroup.
[[nodiscard]] inline std::byte* lds(Wave& wave, uint64_t offset, uint32_t bytes, int lane,
                                    bool write) {
  const auto memory = wave.group->lds;
  if (offset > memory.size() || bytes > memory.size() - offset) [[unlikely]] {
    lds_fault(wave, offset, bytes, lane, write);
  }
  return memory.data() + offset;
}

/// `bytes` at a byte offset in one lane's scratch. Faults outside the kernel's private segment.
[[nodiscard]] inline std::byte* scratch(Wave& wave, int64_t offset, uint32_t bytes, int lane,
                                        bool write) {
  if (offset < 0 || offset > wave.scratch_bytes || bytes > wave.scratch_bytes - offset)
      [[unlikely]] {
    scratch_fault(wave, offset, bytes, lane, write);
  }
  return wave.scratch + static_cast<size_t>(lane) * wave.scratch_bytes + offset;
}

}  // namespace tilewright::emu
