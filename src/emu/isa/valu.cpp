// The VALU executor: fetches operands as rows, calls the RowFunction, and writes back under EXEC.
// An instruction without modifiers takes one of the short handlers; everything with DPP, ABS, NEG,
// OP_SEL, OMOD, CLAMP, a 16-bit destination or an unusual MODE takes `modified`.
// SPDX-License-Identifier: MIT
#include "emu/exec/wave.hpp"
#include "emu/isa/host.hpp"
#include "emu/isa/modify.hpp"
#include "emu/isa/valu_bits.hpp"

namespace tilewright::emu::TW_HOST {
namespace {

RowFunction row_function(const Uop& u) { return reinterpret_cast<RowFunction>(u.function); }

bool default_arithmetic(const Wave& w) { return (w.mode & kModeFloatMask) == kModeFloatDefault; }

/// Runs the row function and writes its rows under EXEC; returns its mask.
uint32_t execute(Wave& w, const Uop& u, uint32_t mask) {
  Row temporary[3][2];
  const Row* const s0 = fetch(w, u.src[0], temporary[0]);
  const Row* const s1 = fetch(w, u.src[1], temporary[1]);
  const Row* const s2 = fetch(w, u.src[2], temporary[2]);
  Row* const dst = w.vgpr + u.dst;
  const uint32_t exec = w.exec();
  if (exec == ~0u) return row_function(u)(dst, s0, s1, s2, mask, w.mode);
  Row result[2];
  mask = row_function(u)(result, s0, s1, s2, mask, w.mode);
  blend(dst[0], result[0], exec);
  if ((u.flags & valu_bits::wide_dst) != 0) blend(dst[1], result[1], exec);
  return mask;
}

void write_mask(Wave& w, const Uop& u, uint32_t mask) {
  if (u.sdst != sreg::null) w.write_lane_mask(u.sdst, mask);
}

void modified(Wave& w, const Uop& u);

void plain(Wave& w, const Uop& u) { execute(w, u, 0); }

void plain_float(Wave& w, const Uop& u) {
  if (!default_arithmetic(w)) return modified(w, u);
  execute(w, u, 0);
}

void masked(Wave& w, const Uop& u) {
  if (!default_arithmetic(w)) return modified(w, u);
  execute(w, u, mask_value(w, u.src[3]));
}

void carry(Wave& w, const Uop& u) {
  if (!default_arithmetic(w)) return modified(w, u);
  const uint32_t exec = w.exec();
  write_mask(w, u, execute(w, u, mask_value(w, u.src[3])) & exec);
}

void compare(Wave& w, const Uop& u) {
  if (!default_arithmetic(w)) return modified(w, u);
  Row temporary[2][2];
  const Row* const s0 = fetch(w, u.src[0], temporary[0]);
  const Row* const s1 = fetch(w, u.src[1], temporary[1]);
  const uint32_t mask = row_function(u)(nullptr, s0, s1, nullptr, 0, w.mode) & w.exec();
  write_mask(w, u, mask);
}

void modified(Wave& w, const Uop& u) {
  using namespace valu_bits;
  const Modifiers modifiers = valu_bits::modifiers(u.bits);
  const Type dst_type = valu_bits::dst_type(u.bits);
  uint32_t exec = w.exec();
  const Denormals denormals(w.mode);

  Row source[3][2];
  for (unsigned i = 0; i < 3; ++i) {
    const Operand& operand = u.src[i];
    if (operand.kind == Operand::Kind::none) continue;
    const Type type = src_type(u.bits, i);
    copy(source[i], fetch(w, operand, source[i]), registers(type));
    if (i == 0 && (u.flags & (dpp16 | dpp8)) != 0) {
      encoding::Dpp dpp = unpack_dpp(u);
      dpp.row_mask >>= 2 * w.half;  // rows of 16 lanes, of which a half has two
      exec = permute(source[0], registers(type), dpp, exec);
    }
    if (is_packed(type)) {
      select_halves(source[i][0], modifiers, i);
      negate_halves(source[i][0], operand, modifiers, i);
    } else {
      if (is_16bit(type) && (modifiers.op_sel >> i & 1) != 0) take_high_half(source[i][0]);
      sign_modifiers(source[i], type, operand.modifiers);
    }
    flush_subnormals(source[i], type, denormals, Denormals::Side::input);
  }

  Row result[2];
  const uint32_t mask = [&] {
    const HostRounding rounding(w.mode, dst_type);
    return row_function(u)(result, source[0], source[1], source[2], mask_value(w, u.src[3]),
                           w.mode);
  }();
  if ((u.flags & mask_result) != 0) {
    // Lanes that DPP disabled count as inactive, so their bit is 0.
    write_mask(w, u, mask & exec);
    if ((u.flags & no_result) != 0) return;
  }

  flush_subnormals(result, dst_type, denormals, Denormals::Side::output);
  output_modifiers(result, dst_type, modifiers, denormals, clamp_turns_nan_to_zero(w));
  Row* const dst = w.vgpr + u.dst;
  if (is_16bit(dst_type)) {
    merge_half(result[0], dst[0], (modifiers.op_sel & 8) != 0);
  }
  blend(dst[0], result[0], exec);
  if ((u.flags & wide_dst) != 0) blend(dst[1], result[1], exec);
}

/// v_fma_mix*: OP_SEL_HI says that a source is f16, OP_SEL which half; NEG_HI is ABS.
void mix(Wave& w, const Uop& u) {
  using namespace valu_bits;
  const Modifiers modifiers = valu_bits::modifiers(u.bits);
  const Denormals denormals(w.mode);
  Row source[3][2];
  for (unsigned i = 0; i < 3; ++i) {
    copy(source[i], fetch(w, u.src[i], source[i]), 1);
    if ((modifiers.op_sel_hi >> i & 1) != 0) {
      if ((modifiers.op_sel >> i & 1) != 0) take_high_half(source[i][0]);
      flush_subnormals(source[i], Type::f16, denormals, Denormals::Side::input);
      widen_halves(source[i][0]);
    } else {
      flush_subnormals(source[i], Type::f32, denormals, Denormals::Side::input);
    }
    sign_modifiers(source[i], Type::f32, u.src[i].modifiers);
  }
  Row result[2];
  const Type dst_type = valu_bits::dst_type(u.bits);
  {
    const HostRounding rounding(w.mode, dst_type);
    row_function(u)(result, source[0], source[1], source[2], 0, w.mode);
  }
  flush_subnormals(result, dst_type, denormals, Denormals::Side::output);
  output_modifiers(result, dst_type, modifiers, denormals, clamp_turns_nan_to_zero(w));
  if (is_16bit(dst_type)) merge_half(result[0], w.vgpr[u.dst], (modifiers.op_sel & 8) != 0);
  blend(w.vgpr[u.dst], result[0], w.exec());
}

/// One half of a VOPD: its result, whatever EXEC says. `row` is of the VOP2 instruction.
void half_of_dual(const Wave& w, const Uop& u, unsigned first, unsigned third, uint16_t dst,
                  const Instruction& row, Row (&result)[2]) {
  Row temporary[2];
  Row literal[2];
  const Row* source[3] = {fetch(w, u.src[first], temporary), w.vgpr + u.src[first + 1].index,
                          nullptr};
  if (third == valu_bits::third_is_dst) source[2] = w.vgpr + dst;
  if (third == valu_bits::literal_is_second || third == valu_bits::literal_is_third) {
    broadcast(literal[0], u.bits);
    source[2] = third == valu_bits::literal_is_second ? source[1] : literal;
    if (third == valu_bits::literal_is_second) source[1] = literal;
  }
  const uint32_t vcc = w.scalar[sreg::vcc_lo];
  if (default_arithmetic(w)) {
    row.lanes(result, source[0], source[1], source[2], vcc, w.mode);
    return;
  }
  const Denormals denormals(w.mode);
  Row flushed[3][2];
  for (unsigned i = 0; i < 3; ++i) {
    if (source[i] == nullptr || row.src[i] == Type::none) continue;
    copy(flushed[i], source[i], 1);
    flush_subnormals(flushed[i], row.src[i], denormals, Denormals::Side::input);
  }
  {
    const HostRounding rounding(w.mode, row.dst);
    row.lanes(result, flushed[0], flushed[1], flushed[2], vcc, w.mode);
  }
  flush_subnormals(result, row.dst, denormals, Denormals::Side::output);
}

/// VOPD: src[0], src[1] and dst are X's, src[2], src[3] and sdst Y's, `bits` the literal that both
/// may have. Both read before either writes.
void dual(Wave& w, const Uop& u) {
  Row x[2];
  Row y[2];
  half_of_dual(w, u, 0, u.flags & 3, u.dst, table()[u.row], x);
  half_of_dual(w, u, 2, u.flags >> 2 & 3, u.sdst, table()[static_cast<size_t>(u.offset)], y);
  const uint32_t exec = w.exec();
  blend(w.vgpr[u.dst], x[0], exec);
  blend(w.vgpr[u.sdst], y[0], exec);
}

}  // namespace

const ValuHandlers handlers = {plain, plain_float, masked, carry, compare, modified, mix, dual};

}  // namespace tilewright::emu::TW_HOST
