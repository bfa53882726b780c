// What a driver would tell the program that launched a kernel which was stopped.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "emu/exec/fault.hpp"

namespace tilewright::emu {

enum class StopCause : uint8_t { failure, illegal_address, endless };

/// A fault of a cause that is told apart from others.
struct CausedFault : Fault {
  StopCause cause = StopCause::failure;
};

/// A wave that has executed so many instructions and not ended is called endless, unless another
/// limit was asked for.
inline constexpr uint64_t kInstructionLimit = 500'000'000;

}  // namespace tilewright::emu
