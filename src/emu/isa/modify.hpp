// What the executor does to whole rows around a lane function: fetching operands, source modifiers,
// halves, DPP, MODE's flushing, output modifiers and the write under EXEC. Internal linkage for the
// reason given in lanes.hpp.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/exec/wave.hpp"
#include "emu/isa/float_mode.hpp"
#include "emu/isa/half.hpp"
#include "emu/isa/lanes.hpp"
#include "emu/isa/operand_value.hpp"
#include "emu/isa/valu_bits.hpp"

namespace tilewright::emu {
namespace {

inline void broadcast(Row& row, uint32_t value) {
  for (unsigned lane = 0; lane < kLanes; ++lane) row.lane[lane] = value;
}

/// The operand as rows: the registers themselves, or `temporary` filled with a scalar.
inline const Row* fetch(const Wave& w, const Operand& operand, Row (&temporary)[2]) {
  switch (operand.kind) {
    case Operand::Kind::vgpr:
      return w.vgpr + operand.index;
    case Operand::Kind::none:
      return temporary;
    case Operand::Kind::scalar_wide:
      broadcast(temporary[0], w.scalar[operand.index]);
      broadcast(temporary[1], w.scalar[operand.index + 1]);
      return temporary;
    case Operand::Kind::constant_wide: {
      const uint64_t value = operand.constant64();
      broadcast(temporary[0], static_cast<uint32_t>(value));
      broadcast(temporary[1], static_cast<uint32_t>(value >> 32));
      return temporary;
    }
    default:
      broadcast(temporary[0], scalar_value(w, operand));
      return temporary;
  }
}

inline void copy(Row (&to)[2], const Row* from, unsigned rows) {
  if (from == to) return;
  to[0] = from[0];
  if (rows == 2) to[1] = from[1];
}

/// Writes the lanes of `mask`.
inline void blend(Row& dst, const Row& value, uint32_t mask) {
  TW_EACH_LANE
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    dst.lane[lane] = (mask >> lane & 1) != 0 ? value.lane[lane] : dst.lane[lane];
  }
}

// --- source modifiers

inline void take_high_half(Row& row) {
  for (unsigned lane = 0; lane < kLanes; ++lane) row.lane[lane] >>= 16;
}
inline void widen_halves(Row& row) {
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    row.lane[lane] = bits_of(widen(Half{static_cast<uint16_t>(row.lane[lane])}));
  }
}

/// ABS, then NEG: on the sign bit, also of a NaN.
inline void sign_modifiers(Row (&rows)[2], Type type, uint8_t modifiers) {
  if (modifiers == 0) return;
  Row& top = rows[registers(type) - 1];
  const uint32_t sign = is_16bit(type) ? 0x8000 : 0x80000000;
  const uint32_t clear = (modifiers & Operand::absolute) != 0 ? ~sign : ~0u;
  const uint32_t flip = (modifiers & Operand::negative) != 0 ? sign : 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) top.lane[lane] = (top.lane[lane] & clear) ^ flip;
}

/// VOP3P: OP_SEL names the half that the low operation reads, OP_SEL_HI that of the high one.
inline void select_halves(Row& row, const valu_bits::Modifiers& modifiers, unsigned source) {
  const unsigned low = (modifiers.op_sel >> source & 1) * 16;
  const unsigned high = (modifiers.op_sel_hi >> source & 1) * 16;
  if (low == 0 && high == 16) return;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const uint32_t word = row.lane[lane];
    row.lane[lane] = (word >> low & 0xffff) | word >> high << 16;
  }
}
inline void negate_halves(Row& row, const Operand& operand, const valu_bits::Modifiers& modifiers,
                          unsigned source) {
  const uint32_t flip = ((operand.modifiers & Operand::negative) != 0 ? 0x8000u : 0) |
                        (modifiers.neg_hi >> source & 1) << 31;
  if (flip == 0) return;
  for (unsigned lane = 0; lane < kLanes; ++lane) row.lane[lane] ^= flip;
}

// --- MODE.denorm

inline uint32_t flush_half(uint32_t half) { return (half & 0x7c00) == 0 ? half & 0x8000 : half; }

inline void flush_subnormals(Row (&rows)[2], Type type, const Denormals& denormals,
                             Denormals::Side side) {
  if (!is_float(type) || denormals.keeps(type, side)) return;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    uint32_t& low = rows[0].lane[lane];
    switch (type) {
      case Type::f32:
        low = (low & 0x7f800000) == 0 ? low & 0x80000000 : low;
        break;
      case Type::f16:
        low = flush_half(low);
        break;
      case Type::pk_f16:
        low = flush_half(low & 0xffff) | flush_half(low >> 16) << 16;
        break;
      default: {
        uint32_t& high = rows[1].lane[lane];
        if ((high & 0x7ff00000) == 0) {
          low = 0;
          high &= 0x80000000;
        }
      }
    }
  }
}

// --- output modifiers

inline bool clamp_turns_nan_to_zero(const Wave& w) {
  return w.generation == Generation::gfx12 || (w.mode >> 8 & 1) != 0;  // MODE.DX10_CLAMP
}

template <class T>
inline T scale_and_clamp(T value, const valu_bits::Modifiers& modifiers, bool scales,
                         bool nan_to_zero) {
  if (scales) {
    value = modifiers.omod == 1 ? value * 2 : modifiers.omod == 2 ? value * 4 : value / 2;
  }
  if (modifiers.clamp) {
    if (is_nan(value)) return nan_to_zero ? T{0} : value;
    value = value > 0 ? value : T{0};
    value = value < 1 ? value : T{1};
  }
  return value;
}

inline uint32_t scale_and_clamp_half(uint32_t half, const valu_bits::Modifiers& modifiers,
                                     bool scales, bool nan_to_zero) {
  const float value = widen(Half{static_cast<uint16_t>(half)});
  return narrow(scale_and_clamp(value, modifiers, scales, nan_to_zero), false).bits;
}

/// OMOD, then CLAMP to [0, 1]. OMOD does nothing where MODE keeps subnormal results (manuals,
/// "Output modifiers"). Integer results are clamped by another lane function.
inline void output_modifiers(Row (&rows)[2], Type type, const valu_bits::Modifiers& modifiers,
                             const Denormals& denormals, bool nan_to_zero) {
  if (!is_float(type)) return;
  const bool scales = modifiers.omod != 0 && !denormals.keeps(type, Denormals::Side::output);
  if (!scales && !modifiers.clamp) return;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    uint32_t& low = rows[0].lane[lane];
    switch (type) {
      case Type::f32:
        low = bits_of(scale_and_clamp(float_of(low), modifiers, scales, nan_to_zero));
        break;
      case Type::f16:
        low = scale_and_clamp_half(low, modifiers, scales, nan_to_zero);
        break;
      case Type::pk_f16:
        low = scale_and_clamp_half(low & 0xffff, modifiers, scales, nan_to_zero) |
              scale_and_clamp_half(low >> 16, modifiers, scales, nan_to_zero) << 16;
        break;
      default: {
        const double value = Cell<double>::load(rows, lane);
        Cell<double>::store(rows, lane, scale_and_clamp(value, modifiers, scales, nan_to_zero));
      }
    }
  }
}

/// A 16-bit result replaces one half of the destination and keeps the other.
inline void merge_half(Row& result, const Row& old, bool high) {
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const uint32_t half = result.lane[lane] & 0xffff;
    result.lane[lane] =
        high ? half << 16 | (old.lane[lane] & 0xffff) : half | (old.lane[lane] & 0xffff0000);
  }
}

// --- DPP

/// The lane that `lane` reads, or -1 if there is none.
inline int dpp_source(const encoding::Dpp& dpp, unsigned lane) {
  const unsigned row = lane & 16;
  const unsigned in_row = lane & 15;
  if (dpp.is_dpp8) return static_cast<int>((lane & ~7u) | (dpp.select >> 3 * (lane & 7) & 7));
  const unsigned control = dpp.control;
  const unsigned amount = control & 15;
  switch (control >> 4) {
    case 0x10:
      return in_row + amount < 16 ? static_cast<int>(lane + amount) : -1;  // row_shl
    case 0x11:
      return in_row >= amount ? static_cast<int>(lane - amount) : -1;  // row_shr
    case 0x12:
      return static_cast<int>(row | ((in_row - amount) & 15));  // row_ror
    case 0x14:
      return static_cast<int>(amount == 0 ? lane ^ 15 : lane ^ 7);  // row_(half_)mirror
    case 0x15:
      return static_cast<int>(row | amount);  // row_share
    case 0x16:
      return static_cast<int>(lane ^ amount);  // row_xmask
    default:
      return static_cast<int>((lane & ~3u) | (control >> 2 * (lane & 3) & 3));  // quad_perm
  }
}

/// Permutes the rows of a source; returns EXEC without the lanes that DPP disables: those whose row
/// or bank is masked out and, without BOUND_CTRL, those whose source does not exist. A source lane
/// that is inactive does not exist either unless FI is set; DPP8 then reads 0.
inline uint32_t permute(Row (&rows)[2], unsigned count, const encoding::Dpp& dpp, uint32_t exec) {
  Row from[2];
  copy(from, rows, count);
  uint32_t enabled = exec;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const int source = dpp_source(dpp, lane);
    const bool exists = source >= 0 && (dpp.fetch_inactive || (exec >> source & 1) != 0);
    for (unsigned i = 0; i < count; ++i) {
      rows[i].lane[lane] = exists ? from[i].lane[source] : 0;
    }
    const bool masked_out =
        (dpp.row_mask >> (lane >> 4) & 1) == 0 || (dpp.bank_mask >> (lane >> 2 & 3) & 1) == 0;
    const bool drop = !dpp.is_dpp8 && !exists && !dpp.bound_ctrl;
    if (masked_out || drop) enabled &= ~(1u << lane);
  }
  return enabled;
}

}  // namespace
}  // namespace tilewright::emu
