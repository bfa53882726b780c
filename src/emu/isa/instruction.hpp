// A row of the instruction table: what the manual calls an instruction, how its fields become a
// µop, and what executes it.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "emu/exec/uop.hpp"
#include "emu/isa/types.hpp"

namespace tilewright::emu {

/// The generations whose instruction set has a row.
enum class On : uint8_t { gfx11 = 1, gfx12 = 2, both = 3 };

/// Which operands an instruction's encoding has and where they go; each value has one lowering
/// function (lower_*.cpp).
enum class Shape : uint8_t {
  valu,          ///< VOP1, VOP2, VOP3: vdst, sources by type
  valu_carry,    ///< + carry-out to sdst (VCC in e32), carry-in from src2 or VCC if the row has one
  valu_scalar,   ///< VOP1, VOP3: scalar destination from vector sources (readlane …)
  valu_custom,   ///< VOP1, VOP2, VOP3 with a handler of its own and no modifiers
  compare,       ///< VOPC, VOP3: mask to sdst (VCC in e32)
  compare_exec,  ///< v_cmpx: mask to EXEC
  packed,        ///< VOP3P with two 16-bit operations
  mix,           ///< VOP3P v_fma_mix*: sources are f32 or a half of a register
  dot,           ///< VOP3P or VOP2 dot products
  integer_dot,   ///< VOP3P dot products of integers
  wmma,          ///< VOP3P matrix products
  sop1,
  sop2,
  sopc,
  sopk,
  sopp,
  smem,
  smem_buffer,
  lds,
  global,  ///< FLAT encoding: global, flat and scratch
  buffer,
};

/// Of the scalar unit, which executes an instruction once for a wave. (Its loads are memory's.)
[[nodiscard]] constexpr bool is_scalar(Shape shape) {
  return shape == Shape::sop1 || shape == Shape::sop2 || shape == Shape::sopc ||
         shape == Shape::sopk || shape == Shape::sopp;
}

/// Properties of a row beyond its shape and types.
enum Flag : uint16_t {
  kAccumulate = 1,         ///< the destination is also the last source (v_fmac)
  kMaskIn = 2,             ///< reads a bit per lane: src2 of VOP3, VCC otherwise
  kReadsVcc = 4,           ///< the mask is always VCC (v_div_fmas)
  kLiteralMiddle = 8,      ///< VOP2 with a literal K as the second source (v_fmamk)
  kLiteralLast = 16,       ///< … as the third (v_fmaak)
  kHighHalf = 32,          ///< the 16-bit result goes to the upper half (v_fma_mixhi, ..._d16_hi)
  kBranch = 64,            ///< SIMM16 is a branch offset
  kHwReg = 128,            ///< SIMM16 names a hardware register
  kBarrier = 256,          ///< the source names a barrier
  kByteSelect = 512,       ///< OP_SEL[1] selects the variant
  kWholeRegister = 1024,   ///< the short form names whole registers although operands have 16 bits
  kVgprFirst = 4096,       ///< the first source must be a VGPR
  kVgprSources = 8192,     ///< all sources must be VGPRs
  kSignModifiers = 16384,  ///< the handler applies ABS and NEG of the first source
  kAtomic = 2048,          ///< a memory instruction that both reads and writes
  kLaneNumber = 32768,     ///< the lane function knows its lane: its mask is 1 in the high half
};

struct Instruction {
  std::string_view name;  ///< without _e32, _e64, _dpp
  On on = On::both;
  Shape shape = Shape::valu;
  uint16_t flags = 0;
  Type dst = Type::none;
  Type src[3] = {};
  RowFunction lanes = nullptr;  ///< VALU: one operation over a row
  /// What CLAMP (integer results) or OP_SEL[1] (kByteSelect) turns the operation into.
  RowFunction variant = nullptr;
  Handler run = nullptr;         ///< everything else; VALU: only if the executor does not fit
  void (*function)() = nullptr;  ///< what `run` calls, if it is shared between rows
  uint32_t bits = 0;             ///< what `run` needs to know about this row
};

using Instructions = std::span<const Instruction>;

}  // namespace tilewright::emu
