// Lowering of the matrix and dot products.
// SPDX-License-Identifier: MIT
#include "emu/isa/lower.hpp"
#include "emu/isa/matrix_bits.hpp"
#include "emu/isa/valu_bits.hpp"
#include "emu/wmma/constants.hpp"

namespace tilewright::emu::lowering {
namespace {

encoding::Valu vop3p_fields(const Context& context) {
  return encoding::valu(context.format, context.code(), false);
}

bool is_inline_constant(unsigned encoding) {
  return (encoding >= 128 && encoding <= 208) || (encoding >= 240 && encoding <= 248);
}

Operand constant(uint32_t value) {
  Operand operand;
  operand.kind = Operand::Kind::constant;
  operand.constant = value;
  return operand;
}

MatrixModifiers modifiers_of(const encoding::Valu& fields) {
  return {fields.neg, fields.neg_hi, fields.op_sel, fields.clamp};
}

Operand matrix_operand(const Context& context, unsigned encoding, int count) {
  if (encoding < encoding::first_vgpr) reject(context, "A and B must be VGPRs");
  return vgpr_operand(context, encoding - encoding::first_vgpr, static_cast<unsigned>(count));
}

}  // namespace

Handler matrix(const Context& context, const Instruction& row, Uop& uop) {
  const auto fields = vop3p_fields(context);
  const auto form = static_cast<wmma::Form>(row.bits);
  const auto family =
      context.generation == Generation::gfx11 ? wmma::Family::gfx11 : wmma::Family::gfx12;
  const WaveSize size = context.place.wave_size;
  const auto counts = wmma::registers(family, form, size);
  const auto function = wmma::wmma_function(family, form, size, context.policy);
  if (function == nullptr) reject(context, "{} is not implemented", row.name);
  uop.src[0] = matrix_operand(context, fields.src[0], counts.a);
  uop.src[1] = matrix_operand(context, fields.src[1], counts.b);
  if (is_inline_constant(fields.src[2])) {
    uop.src[2] = constant(wmma::inline_constant_c(form, fields.src[2]));
  } else {
    uop.src[2] = matrix_operand(context, fields.src[2], counts.cd);
  }
  uop.dst = vgprs(context, fields.vdst, static_cast<unsigned>(counts.cd));
  uop.function = reinterpret_cast<void (*)()>(function);
  uop.bits = matrix_bits(modifiers_of(fields));
  if (context.wave64()) uop.offset = pack_registers(counts);
  return row.run;
}

Handler dot(const Context& context, const Instruction& row, Uop& uop) {
  const Handler handler = context.format == encoding::Format::vop3p ? packed(context, row, uop)
                                                                    : valu(context, row, uop);
  const auto fields = encoding::valu(context.format, context.code(), false);
  for (unsigned i = 0; i < 2 && !fields.dpp; ++i) {
    if (!is_inline_constant(fields.src[i])) continue;
    const uint8_t signs = uop.src[i].modifiers;
    uop.src[i] =
        constant(wmma::inline_constant_dot(static_cast<wmma::DotSource>(row.bits), fields.src[i]));
    uop.src[i].modifiers = signs;
  }
  return handler;
}

Handler integer_dot(const Context& context, const Instruction& row, Uop& uop) {
  const auto fields = vop3p_fields(context);
  if (fields.dpp) reject(context, "DPP is not supported on {}", row.name);
  for (unsigned i = 0; i < 3; ++i) {
    uop.src[i] = source(context, fields.src[i], Type::b32, fields.literal);
  }
  uop.dst = vgprs(context, fields.vdst, 1);
  uop.bits = matrix_bits(modifiers_of(fields));
  return row.run;
}

}  // namespace tilewright::emu::lowering
