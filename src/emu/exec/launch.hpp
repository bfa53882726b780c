// Runs one kernel launch to its end on the host's cores.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>

#include "core/result.hpp"
#include "emu/exec/geometry.hpp"
#include "emu/exec/observer.hpp"
#include "emu/exec/program.hpp"
#include "emu/exec/stop_cause.hpp"
#include "emu/memory/memory_map.hpp"

namespace tilewright::emu {

struct LaunchOptions {
  unsigned threads = 0;  ///< 0: all cores
  /// Per wave; one that has executed so many and not ended is reported as endless, as is one that
  /// repeats itself for certain.
  uint64_t instruction_limit = kInstructionLimit;
  std::stop_token cancel = {};  ///< asks the launch to end early, with an error
  /// Called after each workgroup, never by two threads at once.
  std::function<void(uint64_t done, uint64_t total)> progress = {};
  /// Called for each worker before it starts; may return null. The observer outlives the launch.
  std::function<Observer*(unsigned worker)> observer = {};
  /// If not null: set when a fault has stopped the launch.
  StopCause* cause = nullptr;
};

/// `arguments` are the explicit kernel arguments; `memory` holds what the kernel may touch besides
/// them. Workgroups start in the order of their index, each on one thread. Results do not depend on
/// the number of threads unless workgroups race with each other or wait for later ones. If several
/// workgroups fault, the one with the lowest index is reported. Errors: a launch that the hardware
/// would not accept either, an unsupported kernel, a fault, out of memory.
[[nodiscard]] Result<void> launch(const Program& program, const codeobject::Kernel& kernel,
                                  const Geometry& geometry, std::span<const std::byte> arguments,
                                  const MemoryMap& memory, const LaunchOptions& options);

}  // namespace tilewright::emu
