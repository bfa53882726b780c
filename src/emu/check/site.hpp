// What strict mode must know about an instruction; worked out once for each place in the code.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "emu/check/counter.hpp"
#include "emu/check/undefined.hpp"
#include "emu/isa/register_use.hpp"

namespace tilewright::emu::check {

/// Halves of a 32-bit register, low in bit 0.
using Halves = uint8_t;
inline constexpr Halves kLowHalf = 1, kHighHalf = 2, kBothHalves = 3;

struct Site {
  /// Instructions that reach into one lane.
  enum class OneLane : uint8_t { no, read, read_first, write };
  enum class Control : uint8_t { none, wait, signal, barrier_wait, barrier, end };

  const Instruction* row = nullptr;
  RegisterUse use;
  Control control = Control::none;
  Waits waits;                ///< of Control::wait
  CounterSet issues;          ///< counters that the instruction increments
  bool out_of_order = false;  ///< may return after a later one of its counter
  bool full_exec = false;     ///< a matrix instruction: wants all lanes
  bool scalar_only = false;   ///< an instruction of the scalar unit
  bool loads_scalar_dwords = false;
  bool dual = false;             ///< VOPD
  bool has_value_types = false;  ///< Uop::bits is laid out by valu_bits
  bool mixes_lanes = false;      ///< a lane's result comes from other lanes
  bool high_half_result = false;
  OneLane one_lane = OneLane::no;
  uint32_t stored_bits = ~0u;                ///< bits of a stored register that reach memory
  uint32_t written_bits = ~0u;               ///< bits of a loaded register that the load replaces
  std::array<Halves, 8> read_halves{};       ///< of the registers of each of use.reads()
  Halves written_halves = kBothHalves;       ///< of the registers of use.writes()
  Transfer transfer = Transfer::any;         ///< how undefined bits of the sources reach the result
  Transfer second_transfer = Transfer::any;  ///< of a VOPD's second half
};

[[nodiscard]] Site analyse(const InstructionSet& instructions, const Uop& uop);

/// The sites of a module, by slot. One worker's; filled as instructions are met.
class Sites {
 public:
  explicit Sites(const InstructionSet& instructions) : instructions_(instructions) {}
  /// `code` is the module's.
  [[nodiscard]] const Site& at(const Code& code, const Uop& uop) {
    const size_t index = index_of(uop);
    if (index < table_.size() && table_[index] != nullptr) return *table_[index];
    return add(code, uop);
  }

 private:
  /// Beyond the table if the slot is not of its segment.
  [[nodiscard]] size_t index_of(const Uop& uop) const {
    return (reinterpret_cast<uintptr_t>(&uop) - reinterpret_cast<uintptr_t>(first_)) / sizeof(Uop);
  }
  const Site& add(const Code& code, const Uop& uop);

  const InstructionSet& instructions_;
  const Uop* first_ = nullptr;  ///< of the segment that `table_` covers
  std::vector<std::unique_ptr<Site>> table_;
  std::unordered_map<const Uop*, std::unique_ptr<Site>> elsewhere_;
};

}  // namespace tilewright::emu::check
