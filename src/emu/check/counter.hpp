// The counters of outstanding memory operations that waits look at (ISA manuals, "Manually Inserted
// Wait States"). gfx12 has one for each kind; on gfx11 LDS and scalar memory share LGKM_CNT.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "emu/exec/wave.hpp"
#include "emu/isa/instruction.hpp"

namespace tilewright::emu::check {

enum class Counter : uint8_t {
  load,    ///< vector loads: VM_CNT, LOADcnt
  store,   ///< vector stores: VS_CNT, STOREcnt
  lds,     ///< LGKM_CNT, DScnt
  scalar,  ///< LGKM_CNT, KMcnt; returns in any order
};
inline constexpr unsigned kCounters = 4;

/// A bit for each Counter.
struct CounterSet {
  uint8_t bits = 0;
  [[nodiscard]] bool has(Counter c) const { return (bits >> static_cast<unsigned>(c) & 1) != 0; }
  void add(Counter c) { bits = static_cast<uint8_t>(bits | 1u << static_cast<unsigned>(c)); }
  [[nodiscard]] bool empty() const { return bits == 0; }
};

/// How many operations of each counter a wait leaves outstanding.
struct Waits {
  static constexpr uint32_t kAny = ~0u;
  std::array<uint32_t, kCounters> left = {kAny, kAny, kAny, kAny};
};

/// What a wait instruction waits for; nothing is limited by any other instruction.
[[nodiscard]] Waits waits_of(const Instruction& row, int32_t simm16);
/// The counters that a memory instruction increments.
[[nodiscard]] CounterSet counters_of(const Instruction& row, const Uop& uop);
/// "s_wait_dscnt 3": the wait that leaves `left` operations outstanding.
[[nodiscard]] std::string wait_text(Generation generation, Counter counter, uint32_t left);

}  // namespace tilewright::emu::check
