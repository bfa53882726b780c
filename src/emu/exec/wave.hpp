// The architectural state of one wave32 and of the workgroup it belongs to, as handlers see it.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "emu/wmma/row.hpp"

namespace tilewright::emu {

struct Uop;
struct Workgroup;
class MemoryMap;
struct Allocation;

/// Encodings of the scalar operand space that have a register behind them (ISA manuals of RDNA 3
/// and RDNA 4, "Scalar ALU operands"; the numbers are the same on both).
namespace sreg {
inline constexpr unsigned vcc_lo = 106, vcc_hi = 107, ttmp0 = 108, ttmp7 = 115, ttmp8 = 116,
                          ttmp9 = 117, null = 124, m0 = 125, exec_lo = 126, exec_hi = 127,
                          count = 128;
}  // namespace sreg

/// Why a wave is not running.
enum class WaveStatus : uint8_t {
  running,
  at_barrier,  ///< waits for the other waves of its workgroup
  ended,
};

/// Generation of the instruction set; decides ABI and arithmetic.
enum class Generation : uint8_t { gfx11, gfx12 };

/// One access to memory by one instruction, told to an Observer when one is attached.
struct MemoryAccess {
  enum class Space : uint8_t { global, lds, scratch, scalar };
  Space space;
  bool write;
  bool atomic;
  uint8_t bytes;                 ///< per lane (per wave for scalar)
  uint32_t lanes;                ///< bit per lane that really touched memory
  const uint64_t* address;       ///< kLanes addresses; LDS and scratch: byte offsets
};

/// Hooks of the strict mode and of the counters. A launch without one pays a null test per memory
/// instruction and nothing per ALU instruction.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void on_access(const struct Wave&, const Uop&, const MemoryAccess&) = 0;
};

struct Wave {
  // --- what handlers touch all the time
  const Uop* next = nullptr;     ///< the program counter
  Row* vgpr = nullptr;           ///< 256 rows
  uint32_t scalar[sreg::count];  ///< SGPRs, VCC, TTMPs, M0, EXEC by operand encoding; null reads 0
  bool scc = false;
  WaveStatus status = WaveStatus::running;
  bool barrier_complete = false;  ///< gfx12 split barrier: this member's completion bit
  uint32_t mode = 0;              ///< MODE: [3:0] round, [7:4] denorm, [23] FP16_OVFL

  // --- where it lives
  Generation generation = Generation::gfx12;
  unsigned id = 0;  ///< wave number in the workgroup
  Workgroup* group = nullptr;
  const MemoryMap* memory = nullptr;
  const Allocation* last_allocation = nullptr;  ///< cache of the last allocation found
  std::byte* scratch = nullptr;                 ///< kLanes * scratch_bytes, lane after lane
  uint32_t scratch_bytes = 0;                   ///< per lane
  Observer* observer = nullptr;
  uint64_t instructions = 0;  ///< executed so far

  [[nodiscard]] uint32_t exec() const { return scalar[sreg::exec_lo]; }
  [[nodiscard]] uint64_t scalar64(unsigned first) const {
    return scalar[first] | uint64_t{scalar[first + 1]} << 32;
  }
};

/// What the waves of one workgroup share.
struct Workgroup {
  std::span<std::byte> lds;  ///< exactly the bytes that the launch gives the group
  std::span<Wave> waves;
  uint32_t id[3] = {};
  uint32_t signals = 0;  ///< barrier signals since it last completed
};

/// Barrier protocol (ISA manual of RDNA 4, "Barriers"), implemented in barrier.cpp. gfx11's
/// s_barrier is signal and wait in one.
void barrier_signal(Wave& wave);
void barrier_wait(Wave& wave);
void barrier_leave(Wave& wave);  ///< a wave that ends counts as having signalled

}  // namespace tilewright::emu
