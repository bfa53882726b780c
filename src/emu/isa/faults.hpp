// Faults for code that is compiled once per host: it must not instantiate templates (lanes.hpp says
// why), so that the messages are put together elsewhere.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright::emu {

/// A buffer descriptor uses a feature that is not implemented.
[[noreturn]] void descriptor_fault(uint32_t word1, uint32_t word3);

/// A transposing load with some lanes off: what the others then get is not known from silicon.
[[noreturn]] void partial_transpose_fault(uint32_t exec);

/// Atomics need naturally aligned addresses.
[[noreturn]] void alignment_fault(uint64_t address, unsigned bytes, unsigned lane);

}  // namespace tilewright::emu
