// One launch, as its workers see it: everything that does not change while it runs.
// SPDX-License-Identifier: MIT
#pragma once

#include "codeobject/code_object.hpp"
#include "emu/exec/geometry.hpp"
#include "emu/exec/initial_state.hpp"
#include "emu/exec/program.hpp"
#include "emu/memory/memory_map.hpp"

namespace tilewright::emu {

struct Dispatch {
  const Program* program = nullptr;
  const codeobject::Kernel* kernel = nullptr;
  Geometry geometry;
  InitialState initial;
  MemoryMap memory;                ///< the device's allocations, and the launch's own
  uint64_t instruction_limit = 0;  ///< per wave

  [[nodiscard]] uint32_t lds_bytes() const {
    return kernel->descriptor.group_segment_bytes + geometry.dynamic_lds_bytes;
  }
};

}  // namespace tilewright::emu
