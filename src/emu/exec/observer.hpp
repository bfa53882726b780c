// Who may watch a launch: strict mode and counters. The plain run loop is compiled without a
// watcher and pays nothing for this; a launch with one runs the observed loop.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright::emu {

struct Uop;
struct Wave;
struct Workgroup;

/// One access to memory by one instruction.
struct MemoryAccess {
  enum class Space : uint8_t { global, lds, scratch, scalar };
  Space space;
  bool write;
  bool atomic;
  uint8_t bytes;            ///< per lane (per wave for scalar)
  uint32_t lanes;           ///< bit per lane that really touched memory
  const uint64_t* address;  ///< kLanes addresses; LDS and scratch: byte offsets
};

/// Each worker of a launch has an Observer of its own, so hooks need no locks. A worker runs one
/// workgroup at a time, from on_workgroup_begin to on_workgroup_end; a workgroup that faults has no
/// end. The other hooks may throw a Fault, which stops the launch.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void on_workgroup_begin(const Workgroup&) {}
  virtual void on_workgroup_end(const Workgroup&) {}
  /// Before the instruction executes; the µop is decoded and `wave.next` still points at it.
  virtual void on_instruction(const Wave&, const Uop&) {}
  virtual void on_access(const Wave&, const Uop&, const MemoryAccess&) {}
  /// All waves of the workgroup have arrived at its barrier.
  virtual void on_barrier(const Workgroup&) {}
};

}  // namespace tilewright::emu
