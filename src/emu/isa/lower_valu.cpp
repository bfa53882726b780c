// Lowering of VOP1, VOP2, VOPC, VOP3 and the packed half of VOP3P.
// SPDX-License-Identifier: MIT
#include "emu/isa/lower.hpp"
#include "emu/isa/valu_bits.hpp"

namespace tilewright::emu::lowering {
namespace {

using encoding::first_vgpr;

unsigned source_count(const Instruction& row) {
  unsigned count = 0;
  while (count < 3 && row.src[count] != Type::none) ++count;
  return count;
}

void (*erase(RowFunction function))() { return reinterpret_cast<void (*)()>(function); }

/// VCC as a mask of lanes.
Operand vcc_operand(const Context& context) {
  Operand operand;
  operand.kind = context.wave64() ? Operand::Kind::scalar_wide : Operand::Kind::scalar;
  operand.index = sreg::vcc_lo;
  return operand;
}

/// Registers, and the type, of a mask of lanes.
unsigned mask_registers(const Context& context) { return context.wave64() ? 2 : 1; }
Type mask_type(const Context& context) { return context.wave64() ? Type::i64 : Type::b32; }

/// The short forms name the half of a 16-bit register by bit 7 of its number ("true16" in LLVM;
/// manuals, "16-bit operands"): v0.h is written as v128. Turns such a number into the register and
/// sets the half's bit in `op_sel`.
unsigned split_half(unsigned vgpr, unsigned op_sel_bit, unsigned& op_sel) {
  if ((vgpr & 0x80) != 0) op_sel |= 1u << op_sel_bit;
  return vgpr & 0x7f;
}

void unpack_halves(const Instruction& row, encoding::Valu& fields) {
  if (fields.vop3 || (row.flags & kWholeRegister) != 0) return;
  unsigned op_sel = 0;
  for (unsigned i = 0; i < fields.sources; ++i) {
    if (!is_16bit(row.src[i]) || fields.src[i] < first_vgpr) continue;
    const unsigned vgpr = split_half(fields.src[i] - first_vgpr, i, op_sel);
    fields.src[i] = static_cast<uint16_t>(first_vgpr + vgpr);
  }
  if (is_16bit(row.dst)) {
    fields.vdst = static_cast<uint8_t>(split_half(fields.vdst, 3, op_sel));
    // A tied source is the same half.
    if ((row.flags & kAccumulate) != 0 && (op_sel & 8) != 0) op_sel |= 4;
  }
  fields.op_sel = static_cast<uint8_t>(op_sel);
}

void set_dpp(const encoding::Valu& fields, Uop& uop) {
  if (!fields.dpp) return;
  uop.offset = valu_bits::pack(*fields.dpp);
  uop.flags |= fields.dpp->is_dpp8 ? valu_bits::dpp8 : valu_bits::dpp16;
}

encoding::Valu read_fields(const Context& context, const Instruction& row) {
  const bool literal_always = (row.flags & (kLiteralMiddle | kLiteralLast)) != 0;
  const auto fields = encoding::valu(context.format, context.code(), literal_always);
  if (fields.dwords != context.decoded.dwords) {
    reject(context, "the instruction is {} dwords long, its fields say {}", context.decoded.dwords,
           fields.dwords);
  }
  return fields;
}

/// Sources in the order that the lane function takes them.
void set_sources(const Context& context, const Instruction& row, const encoding::Valu& fields,
                 Uop& uop) {
  const unsigned count = source_count(row);
  const auto operand = [&](unsigned field, unsigned position) {
    Operand source =
        lowering::source(context, fields.src[field], row.src[position], fields.literal);
    const bool negative = (fields.neg >> field & 1) != 0;
    const bool absolute = (fields.abs >> field & 1) != 0;
    source.modifiers = static_cast<uint8_t>((absolute ? Operand::absolute : 0) |
                                            (negative ? Operand::negative : 0));
    return source;
  };
  const auto literal = [&](unsigned position) {
    return lowering::source(context, encoding::literal, row.src[position], fields.literal);
  };
  uop.src[0] = operand(0, 0);
  if ((row.flags & kLiteralMiddle) != 0) {
    uop.src[1] = literal(1);
    uop.src[2] = operand(1, 2);
    return;
  }
  if (count > 1) uop.src[1] = operand(1, 1);
  if (count < 3) return;
  if ((row.flags & kLiteralLast) != 0) {
    uop.src[2] = literal(2);
  } else if ((row.flags & kAccumulate) != 0) {
    uop.src[2] = vgpr_operand(context, fields.vdst, registers(row.src[2]));
  } else {
    uop.src[2] = operand(2, 2);
  }
}

bool touches_floats(const Instruction& row) {
  return is_float(row.dst) || is_float(row.src[0]) || is_float(row.src[1]) || is_float(row.src[2]);
}

bool has_16bit(const Instruction& row) {
  return is_16bit(row.dst) || is_16bit(row.src[0]) || is_16bit(row.src[1]) || is_16bit(row.src[2]);
}

void set_function(const Context& context, const Instruction& row, const encoding::Valu& fields,
                  Uop& uop) {
  RowFunction function = row.lanes;
  // Dot products of floats, whose result counts as bits, have the bit and ignore it.
  const bool integer_clamp =
      fields.clamp && row.dst != Type::none && !is_float(row.dst) && row.shape != Shape::dot;
  if ((row.flags & kByteSelect) != 0) {
    if (integer_clamp) reject(context, "clamp is not supported on {}", row.name);
    if ((fields.op_sel & 2) != 0) function = row.variant;
  } else if (integer_clamp) {
    if (row.variant == nullptr) reject(context, "clamp is not supported on {}", row.name);
    function = row.variant;
  }
  uop.function = erase(function);
}

}  // namespace

Handler valu(const Context& context, const Instruction& row, Uop& uop) {
  encoding::Valu fields = read_fields(context, row);
  const bool is_compare = row.shape == Shape::compare || row.shape == Shape::compare_exec;
  const bool has_carry = row.shape == Shape::valu_carry;
  if (has_carry && fields.vop3) fields.abs = fields.op_sel = 0;  // the bits hold sdst
  unpack_halves(row, fields);
  set_sources(context, row, fields, uop);
  set_dpp(fields, uop);

  if ((row.flags & kReadsVcc) != 0) {
    uop.src[3] = vcc_operand(context);
  } else if ((row.flags & kMaskIn) != 0) {
    uop.src[3] =
        fields.vop3 ? source(context, fields.src[2], mask_type(context), {}) : vcc_operand(context);
    if (uop.src[3].kind == Operand::Kind::vgpr) reject(context, "the lane mask must be scalar");
  } else if ((row.flags & kLaneNumber) != 0 && context.wave64()) {
    uop.src[3].kind = Operand::Kind::half;
  }
  if (row.shape == Shape::compare_exec) {
    uop.sdst = sreg::exec_lo;
  } else if (is_compare || has_carry) {
    const unsigned sdst = is_compare ? fields.vdst : fields.sdst;
    uop.sdst =
        fields.vop3 ? scalars(context, sdst, mask_registers(context)) : uint16_t{sreg::vcc_lo};
  }
  if (is_compare) {
    uop.flags |= valu_bits::no_result;
  } else {
    uop.dst = vgprs(context, fields.vdst, registers(row.dst));
  }
  if (is_compare || has_carry) uop.flags |= valu_bits::mask_result;
  if (is_wide(row.dst)) uop.flags |= valu_bits::wide_dst;

  set_function(context, row, fields, uop);
  uop.bits = valu_bits::pack({fields.op_sel, 7, 0, fields.clamp, fields.omod}, row.dst, row.src);

  const bool selects_half = has_16bit(row) && fields.op_sel != 0;
  const bool float_output = is_float(row.dst) && (fields.clamp || fields.omod != 0);
  if (fields.dpp || fields.neg != 0 || fields.abs != 0 || selects_half || float_output ||
      is_16bit(row.dst)) {
    return context.handlers.modified;
  }
  if (is_compare) return context.handlers.compare;
  if (has_carry) return context.handlers.carry;
  if (uop.src[3].kind != Operand::Kind::none) return context.handlers.masked;
  return touches_floats(row) ? context.handlers.plain_float : context.handlers.plain;
}

Handler valu_with_handler(const Context& context, const Instruction& row, Uop& uop) {
  const encoding::Valu fields = read_fields(context, row);
  const bool signs_allowed = (row.flags & kSignModifiers) != 0;
  const unsigned signs = fields.neg | fields.abs;
  if (fields.dpp || (signs & (signs_allowed ? 6u : 7u)) != 0 || fields.clamp || fields.omod != 0) {
    reject(context, "these modifiers are not supported on {}", row.name);
  }
  if (source_count(row) != 0) set_sources(context, row, fields, uop);
  for (unsigned i = 0; i < source_count(row); ++i) {
    const bool must_be_vgpr =
        (row.flags & kVgprSources) != 0 || ((row.flags & kVgprFirst) != 0 && i == 0);
    const bool is_vgpr = uop.src[i].kind == Operand::Kind::vgpr;
    if (must_be_vgpr && !is_vgpr) reject(context, "source {} must be a VGPR", i);
    // Lane numbers and selectors are scalars.
    if (!must_be_vgpr && is_vgpr && i != 0 && !signs_allowed) {
      reject(context, "source {} must be scalar", i);
    }
  }
  uop.bits = fields.op_sel;
  if (row.dst == Type::none) return row.run;
  uop.dst = row.shape == Shape::valu_scalar ? scalars(context, fields.vdst, registers(row.dst))
                                            : vgprs(context, fields.vdst, registers(row.dst));
  return row.run;
}

Handler packed(const Context& context, const Instruction& row, Uop& uop) {
  encoding::Valu fields = read_fields(context, row);
  if (!fields.vop3) fields.op_sel_hi = 7;  // VOP2 (v_pk_fmac_f16): each half reads its own
  set_sources(context, row, fields, uop);
  set_dpp(fields, uop);
  uop.dst = vgprs(context, fields.vdst, 1);
  set_function(context, row, fields, uop);
  uop.bits = valu_bits::pack({fields.op_sel, fields.op_sel_hi, fields.neg_hi, fields.clamp, 0},
                             row.dst, row.src);
  const unsigned used = (1u << source_count(row)) - 1;
  const bool plain = !fields.dpp && (fields.op_sel & used) == 0 &&
                     (fields.op_sel_hi & used) == used && fields.neg == 0 && fields.neg_hi == 0 &&
                     !(fields.clamp && is_float(row.dst));
  return plain ? context.handlers.plain_float : context.handlers.modified;
}

Handler mix(const Context& context, const Instruction& row, Uop& uop) {
  const encoding::Valu fields = read_fields(context, row);
  for (unsigned i = 0; i < 3; ++i) {
    const bool is_half = (fields.op_sel_hi >> i & 1) != 0;
    uop.src[i] = source(context, fields.src[i], is_half ? Type::f16 : Type::f32, fields.literal);
    uop.src[i].modifiers =
        static_cast<uint8_t>(((fields.neg_hi >> i & 1) != 0 ? Operand::absolute : 0) |
                             ((fields.neg >> i & 1) != 0 ? Operand::negative : 0));
  }
  if (fields.dpp) reject(context, "DPP is not supported on {}", row.name);
  uop.dst = vgprs(context, fields.vdst, 1);
  uop.function = erase(row.lanes);
  const unsigned high = (row.flags & kHighHalf) != 0 ? 8 : 0;
  uop.bits = valu_bits::pack({fields.op_sel | high, fields.op_sel_hi, 0, fields.clamp, 0}, row.dst,
                             row.src);
  return context.handlers.mix;
}

}  // namespace tilewright::emu::lowering
