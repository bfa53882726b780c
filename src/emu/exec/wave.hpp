// The architectural state of one wave and of the workgroup it belongs to, as handlers see it.
//
// Vector instructions work on 32 lanes. A wave64 executes them as the hardware does, in two passes:
// the low half of its lanes, then the high one. Between the passes only what this file calls the
// half changes, so that handlers need not know of it: which rows `vgpr` means, which register
// exec() reads, which lane's scratch comes first.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "emu/exec/observer.hpp"
#include "emu/wmma/row.hpp"

namespace tilewright::emu {

class Code;
class MemoryMap;
struct Allocation;
struct Uop;
struct Workgroup;

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

inline constexpr unsigned kVgprsPerWave = 256;  ///< that instructions can name

struct Wave {
  // --- what handlers touch all the time
  const Uop* next = nullptr;  ///< the program counter
  /// kVgprsPerWave rows of the current half, of which decoded code uses the first `vgprs`. The rows
  /// of a wave64's high half follow those of the low one.
  Row* vgpr = nullptr;
  uint32_t scalar[sreg::count];  ///< SGPRs, VCC, TTMPs, M0, EXEC by operand encoding; null reads 0
  bool scc = false;
  WaveSize size = WaveSize::w32;
  uint8_t half = 0;  ///< 1 while a wave64's lanes 32-63 execute
  WaveStatus status = WaveStatus::running;
  bool barrier_complete = false;   ///< split barrier: this member's completion bit
  bool barrier_signalled = false;  ///< has signalled and not yet passed the wait
  /// MODE: [3:0] round, [7:4] denorm, [8] DX10_CLAMP and [9] IEEE (gfx11 only), [23] FP16_OVFL.
  uint32_t mode = 0;
  uint32_t low_mask = 0;  ///< a wave64's: what the low half will write, see write_lane_mask

  // --- where it lives
  Generation generation = Generation::gfx12;
  unsigned id = 0;       ///< wave number in the workgroup
  unsigned vgprs = 256;  ///< that the kernel has declared
  Workgroup* group = nullptr;
  const Code* code = nullptr;  ///< of the module that the kernel belongs to
  const MemoryMap* memory = nullptr;
  const Allocation* last_allocation = nullptr;  ///< cache of the last allocation found
  std::byte* scratch = nullptr;                 ///< of the half's lane 0; lane after lane
  uint32_t scratch_bytes = 0;                   ///< per lane
  Observer* observer = nullptr;
  uint64_t instructions = 0;  ///< executed so far, brought up to date now and then

  /// Of the current half.
  [[nodiscard, gnu::always_inline]] uint32_t exec() const { return scalar[sreg::exec_lo + half]; }
  /// Of all lanes.
  [[nodiscard]] uint64_t whole_exec() const { return whole_mask(sreg::exec_lo); }
  /// A mask of lanes: one register of a wave32, two of a wave64.
  [[nodiscard]] uint64_t whole_mask(unsigned first) const {
    return size == WaveSize::w64 ? scalar64(first) : scalar[first];
  }
  /// A register of a lane: of any of the wave outside the high pass, else of the high half.
  [[nodiscard]] uint32_t& cell(unsigned index, unsigned lane) const {
    return vgpr[index + lane / kLanes * kVgprsPerWave].lane[lane % kLanes];
  }
  /// Writes the half's part of a mask result (a compare, a carry). The low half's is kept until the
  /// high half has read its sources, which may be the same registers.
  [[gnu::always_inline]] void write_lane_mask(unsigned first, uint32_t mask) {
    if (size == WaveSize::w32) {
      scalar[first] = mask;
    } else if (half == 0) {
      low_mask = mask;
    } else {
      scalar[first] = low_mask;
      scalar[first + 1] = mask;
    }
  }
  void enter_high_half() {
    half = 1;
    vgpr += kVgprsPerWave;
    scratch += size_t{kLanes} * scratch_bytes;
  }
  void leave_high_half() {
    half = 0;
    vgpr -= kVgprsPerWave;
    scratch -= size_t{kLanes} * scratch_bytes;
  }
  [[nodiscard]] uint64_t scalar64(unsigned first) const {
    return scalar[first] | uint64_t{scalar[first + 1]} << 32;
  }
};

/// What the waves of one workgroup share.
struct Workgroup {
  std::span<std::byte> lds;  ///< exactly the bytes that the launch gives the group
  std::span<Wave> waves;
  uint32_t id[3] = {};
  uint64_t index = 0;    ///< id, linearised x fastest
  uint32_t signals = 0;  ///< barrier signals since it last completed
  uint32_t ended = 0;    ///< waves that have ended
};

/// Barrier protocol (ISA manual of RDNA 4, "Barriers"), implemented in barrier.cpp. gfx11's
/// s_barrier is signal and wait in one.

/// Returns whether this is the first signal since the barrier last completed (what
/// s_barrier_signal_isfirst puts into SCC). Faults if the wave has signalled and not waited.
bool barrier_signal(Wave& wave);
void barrier_wait(Wave& wave);
/// s_endpgm: the wave has ended and counts as having signalled. Sets its status. Faults if the wave
/// has signalled and not waited.
void barrier_leave(Wave& wave);

}  // namespace tilewright::emu
