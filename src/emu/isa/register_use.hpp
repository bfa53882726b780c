// Which registers a µop reads and writes, derived from its row's types. For watchers of a launch;
// handlers do not need it.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "emu/exec/uop.hpp"
#include "emu/isa/instruction_set.hpp"

namespace tilewright::emu {

/// Consecutive registers of one file.
struct RegisterRange {
  enum class File : uint8_t { vector, scalar };
  /// What a read register is used for.
  enum class Role : uint8_t {
    value,      ///< an operand of arithmetic
    address,    ///< of memory, a resource descriptor, an LDS address
    stored,     ///< goes to memory
    condition,  ///< a branch decides on it
    matrix,     ///< A or B of a matrix instruction, all lanes
  };
  File file = File::vector;
  Role role = Role::value;
  uint16_t first = 0;
  uint8_t count = 0;
  int8_t source = -1;  ///< which Uop::src it comes from; -1: another field
};

struct RegisterUse {
  std::array<RegisterRange, 8> read_ranges{};
  std::array<RegisterRange, 4> write_ranges{};
  uint8_t read_count = 0;
  uint8_t write_count = 0;
  bool reads_scc = false;
  bool writes_scc = false;

  [[nodiscard]] std::span<const RegisterRange> reads() const {
    return {read_ranges.data(), read_count};
  }
  [[nodiscard]] std::span<const RegisterRange> writes() const {
    return {write_ranges.data(), write_count};
  }
};

/// Of a decoded µop. EXEC as the mask of a vector instruction is not listed; EXEC and VCC as
/// operands are. Registers that keep a part of their old value (a 16-bit result) are not reads.
[[nodiscard]] RegisterUse registers_of(const InstructionSet& instructions, const Uop& uop);

/// Whether the µop is a VOPD pair.
[[nodiscard]] bool is_dual(const Uop& uop);

}  // namespace tilewright::emu
