// What the rows of memory instructions tell the lowering in Instruction::bits, and what lowering
// tells the handlers in Uop::bits.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright::emu {

/// DataRegisters that a memory instruction writes and reads.
struct DataRegisters {
  unsigned dst = 0;
  unsigned data0 = 0;
  unsigned data1 = 0;
  unsigned stride = 0;  ///< LDS: bytes that a unit of offset0 and offset1 stands for; 0: one offset
};
[[nodiscard]] constexpr uint32_t register_bits(const DataRegisters& r) {
  return r.dst | r.data0 << 8 | r.data1 << 12 | r.stride << 16;  // dst: up to 16
}
[[nodiscard]] constexpr DataRegisters registers_of(uint32_t bits) {
  return {bits & 255, bits >> 8 & 15, bits >> 12 & 15, bits >> 16};
}

/// Uop::bits of a buffer instruction.
enum BufferBits : uint32_t { kOffen = 1, kIdxen = 2 };

/// Uop::flags of an atomic outside LDS.
enum AtomicFlags : uint8_t { kReturnsOld = 1 };

}  // namespace tilewright::emu
