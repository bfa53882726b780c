// A µop is one decoded instruction: a handler and its resolved operands. Code is decoded once per
// address into an array with one slot per dword, so that falling through is `next = u + u->dwords`
// and a branch is `next = u + 1 + offset`.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

namespace tilewright::emu {

struct Wave;
struct Uop;
using Handler = void (*)(Wave&, const Uop&);

/// A resolved operand.
struct Operand {
  enum class Kind : uint8_t { none, vgpr, scalar, constant };
  Kind kind = Kind::none;
  uint8_t modifiers = 0;   ///< see isa/modifiers.hpp
  uint16_t index = 0;      ///< first VGPR, or scalar operand encoding
  uint32_t constant = 0;   ///< inline constant or literal
};

struct alignas(64) Uop {
  /// Loaded with acquire, stored last with release: a slot that nobody has decoded yet holds the
  /// decoding handler, which fills the slot and runs it.
  std::atomic<Handler> run{nullptr};
  uint8_t dwords = 0;
  uint8_t opcode_flags = 0;
  uint16_t row = 0;         ///< index of the instruction's row in the table
  Operand dst;              ///< vector or scalar destination
  Operand sdst;             ///< second, scalar destination (carry, compare mask)
  Operand src[4];
  int32_t offset = 0;       ///< memory: byte offset, sign-extended; SOPP/SOPK: simm16
  uint32_t bits = 0;        ///< format-specific modifiers (clamp, omod, op_sel, DPP control …)
  const void* extra = nullptr;  ///< VOPD: the second half; otherwise null
};

/// Decodes the instruction at `code[0..available)` (dwords) into `uop`; returns nothing, throws a
/// Fault that names dwords and disassembly if the instruction is unknown or unsupported.
/// Implemented in isa/; `run` is stored last.
class InstructionSet;

}  // namespace tilewright::emu
