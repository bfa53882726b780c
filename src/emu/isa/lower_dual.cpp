// Lowering of VOPD (wave32): two VOP2 operations in one instruction. The rows are those of the VOP2
// instructions.
// SPDX-License-Identifier: MIT
#include "emu/isa/lower.hpp"
#include "emu/isa/valu_bits.hpp"
#include "emu/wmma/constants.hpp"

namespace tilewright::emu::lowering {
namespace {

unsigned third_of(const Instruction& row) {
  if ((row.flags & kAccumulate) != 0) return valu_bits::third_is_dst;
  if ((row.flags & kLiteralMiddle) != 0) return valu_bits::literal_is_second;
  if ((row.flags & kLiteralLast) != 0) return valu_bits::literal_is_third;
  return valu_bits::no_third;
}

bool is_inline_constant(unsigned encoding) { return encoding >= 128 && encoding <= 248; }

/// A dot product takes its constants differently here than in VOP2.
Operand first_source(const Context& context, const Instruction& row, unsigned encoding,
                     std::optional<uint32_t> literal) {
  Operand operand = source(context, encoding, row.src[0], literal);
  if (row.shape == Shape::dot && is_inline_constant(encoding)) {
    const bool bf16 = static_cast<wmma::DotSource>(row.bits) == wmma::DotSource::bf16;
    operand.constant = wmma::inline_constant_dot(
        bf16 ? wmma::DotSource::bf16 : wmma::DotSource::f16_vopd, static_cast<int>(encoding));
  }
  return operand;
}

}  // namespace

Handler dual(const Context& context, const Instruction& x, const Instruction& y, unsigned y_index,
             Uop& uop) {
  const auto code = context.code();
  const auto fields = encoding::vopd(code);
  std::optional<uint32_t> literal;
  if (code.size() > 2) literal = code[2];
  if (x.lanes == nullptr || y.lanes == nullptr || is_wide(x.dst) || is_wide(y.dst)) {
    reject(context, "these two cannot be paired");
  }
  uop.src[0] = first_source(context, x, fields.x.src0, literal);
  uop.src[2] = first_source(context, y, fields.y.src0, literal);
  // v_dual_mov_b32 has one source; the field of the other means nothing.
  if (x.src[1] != Type::none) uop.src[1] = vgpr_operand(context, fields.x.vsrc1, 1);
  if (y.src[1] != Type::none) uop.src[3] = vgpr_operand(context, fields.y.vsrc1, 1);
  uop.dst = vgprs(context, fields.x.vdst, 1);
  uop.sdst = vgprs(context, fields.y.vdst, 1);
  uop.flags = static_cast<uint8_t>(third_of(x) | third_of(y) << 2);
  uop.bits = literal.value_or(0);
  uop.offset = static_cast<int32_t>(y_index);
  uop.function = reinterpret_cast<void (*)()>(x.lanes);
  return context.handlers.dual;
}

}  // namespace tilewright::emu::lowering
