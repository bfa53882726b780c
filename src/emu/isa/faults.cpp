// SPDX-License-Identifier: MIT
#include "emu/exec/fault.hpp"
#include "emu/isa/descriptor.hpp"
#include "emu/isa/host.hpp"

namespace tilewright::emu {

void descriptor_fault(uint32_t word1, uint32_t word3) {
  fault(-1,
        "buffer descriptor with word 1 = {:#010x}, word 3 = {:#010x} is not supported: swizzling, "
        "ADD_TID and types other than buffer are not implemented",
        word1, word3);
}

void alignment_fault(uint64_t address, unsigned bytes, unsigned lane) {
  fault(static_cast<int>(lane), "atomic access of {} bytes at {:#x}, which is not a multiple of {}",
        bytes, address, bytes);
}

void partial_transpose_fault(uint32_t exec) {
  fault(
      -1,
      "a transposing load with EXEC = {:#x}: what lanes get from those that are off is not known; "
      "it is implemented for whole waves",
      exec);
}

}  // namespace tilewright::emu
