// A µop is one decoded instruction: a handler and its resolved operands. Code is decoded once per
// address into an array with one slot per dword, so that falling through is `next = u + u->dwords`
// and a branch is `next = u + 1 + offset`.
//
// Protocol: the wave's loop sets `wave.next = u + u->dwords` and calls `u->run(wave, *u)`; a branch
// overwrites `wave.next`. A handler throws a Fault and never returns an error.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

#include "emu/wmma/row.hpp"

namespace tilewright::emu {

struct Wave;
struct Uop;
using Handler = void (*)(Wave&, const Uop&);

/// A resolved source operand.
struct Operand {
  enum class Kind : uint8_t {
    none,
    vgpr,         ///< VGPR `index`, for 64-bit operands also the next one
    scalar,       ///< Wave::scalar[index]
    scalar_wide,  ///< 64 bits from Wave::scalar[index] and the next
    constant,
    constant_wide,  ///< `constant` and, by `index`, its upper dword: see Upper
    scc,
    half,  ///< a wave64's: which half executes
  };
  /// What the upper dword of a 64-bit constant is. Stored in `index`.
  enum Upper : uint16_t {
    zeros,
    ones,
    shifted,          ///< `constant` is the upper dword, the lower one is 0
    one_over_two_pi,  ///< the f64 inline constant that has bits in both dwords
  };
  /// Modifiers of floating-point sources, applied to the bits before the operation.
  enum Modifier : uint8_t { absolute = 1, negative = 2 };

  uint32_t constant = 0;
  uint16_t index = 0;  ///< first VGPR or scalar
  Kind kind = Kind::none;
  uint8_t modifiers = 0;

  [[nodiscard]] uint64_t constant64() const {
    switch (index) {
      case ones:
        return ~uint64_t{0} << 32 | constant;
      case shifted:
        return uint64_t{constant} << 32;
      case one_over_two_pi:
        return 0x3fc45f306dc9c882;
      default:
        return constant;
    }
  }
};

/// One lane-wise operation over a whole row: what a row of the VALU table is compiled to. Sources
/// are rows (two for 64-bit operands); `mask` is the carry or select input and the result the carry
/// or compare output, a bit per lane; `mode` is the wave's MODE register.
using RowFunction = uint32_t (*)(Row* dst, const Row* src0, const Row* src1, const Row* src2,
                                 uint32_t mask, uint32_t mode);

/// 64 bytes, so that a µop is one cache line. Field use beyond the obvious is said where a format
/// is lowered (isa/lower_*.cpp).
struct alignas(64) Uop {
  /// Bits of `flags` that the formats leave alone.
  enum Shared : uint8_t {
    wave64 = 64,       ///< decoded for a wave64
    both_halves = 128  ///< of which it executes each half in a pass of its own
  };
  /// Loaded with acquire, stored last with release: a slot that nobody has decoded yet holds the
  /// decoding handler, which fills the slot and runs it.
  std::atomic<Handler> run{nullptr};
  /// What the executor calls: a RowFunction, a WMMA function …; the handler knows its type.
  void (*function)() = nullptr;
  Operand src[4];
  int32_t offset = 0;  ///< memory: byte offset, sign-extended; SOPP, SOPK: simm16
  uint32_t bits = 0;   ///< modifiers of the format (clamp, omod, op_sel, DPP control …)
  uint16_t dst = 0;    ///< first VGPR or scalar
  uint16_t sdst = 0;   ///< second, scalar destination (carry, compare mask)
  uint16_t row = 0;    ///< index of the instruction in InstructionSet::instructions()
  /// Atomic (relaxed is enough) because the run loop reads it of a slot that another thread may be
  /// decoding; the value is then not used.
  std::atomic<uint8_t> dwords{0};
  uint8_t flags = 0;
};
static_assert(sizeof(Uop) == 64);

}  // namespace tilewright::emu
