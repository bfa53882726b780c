// Faults thrown from code that is compiled once per host, which must not instantiate templates
// (lanes.hpp says why).
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

void mode_fault(uint32_t mode) {
  fault(-1,
        "MODE = {:#x} is not supported here: floating-point rounding other than to nearest even "
        "is not implemented, nor are dual-issue instructions that flush subnormals",
        mode);
}

}  // namespace tilewright::emu
