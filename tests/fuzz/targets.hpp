// What is fuzzed. Each takes any bytes and ends the process only if the project is wrong.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace tilewright::fuzz {

/// The way of a file into the software GPU: bundles, ELF, notes, relocations.
void load(std::span<const uint8_t> file);

/// Code in the middle of a small kernel. Byte 0 says for which target and under which watch, byte 1
/// how many work-items there are; dwords of code follow.
void execute(std::span<const uint8_t> input);

namespace execute_flag {
inline constexpr uint8_t gfx12 = 1, strict = 2, counters = 4, two_workgroups = 8, wave64 = 16;
}

}  // namespace tilewright::fuzz
