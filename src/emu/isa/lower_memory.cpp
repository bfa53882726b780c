// Lowering of SMEM, DS, FLAT and buffer instructions. Which field of a µop holds what:
//
//            src[0]          src[1]  src[2]          src[3]   offset           bits
//   SMEM     SGPR base       soffset                          imm              bytes
//   DS       address         data0   data1                    first offset     second offset
//   FLAT     VGPR address    data    SGPR address             imm
//   buffer   VGPR index,     data    SGPR descriptor soffset  imm              BufferBits
//            offset
// SPDX-License-Identifier: MIT
#include "emu/isa/lower.hpp"
#include "emu/isa/memory_bits.hpp"

namespace tilewright::emu::lowering {
namespace {

/// The scalar offset of SMEM and buffer instructions: none if null.
Operand offset_operand(const Context& context, unsigned encoding) {
  return source(context, encoding, Type::b32, {});
}

void set_data(const Context& context, const DataRegisters& registers, unsigned vdst, unsigned data0,
              unsigned data1, Uop& uop) {
  if (registers.dst != 0) uop.dst = vgprs(context, vdst, registers.dst);
  if (registers.data0 != 0) uop.src[1] = vgpr_operand(context, data0, registers.data0);
  if (registers.data1 != 0) uop.src[2] = vgpr_operand(context, data1, registers.data1);
}

Operand scalar_pair(const Context& context, unsigned first) {
  Operand operand;
  operand.kind = Operand::Kind::scalar_wide;
  operand.index = scalars(context, first, 2);
  return operand;
}

}  // namespace

Handler scalar_memory(const Context& context, const Instruction& row, Uop& uop) {
  const auto fields = encoding::smem(context.generation, context.code());
  const DataRegisters registers = registers_of(row.bits);
  if (registers.dst == 0) return row.run;  // cache control and prefetches
  const bool is_buffer = row.shape == Shape::smem_buffer;
  uop.src[0].kind = is_buffer ? Operand::Kind::scalar : Operand::Kind::scalar_wide;
  uop.src[0].index = scalars(context, fields.sbase, is_buffer ? 4 : 2);
  uop.src[1] = offset_operand(context, fields.soffset);
  uop.dst = scalars(context, fields.sdata, registers.dst);
  uop.offset = fields.offset;
  uop.bits = 4 * registers.dst;
  return row.run;
}

Handler lds(const Context& context, const Instruction& row, Uop& uop) {
  const auto fields = encoding::ds(context.code());
  if (fields.gds) reject(context, "GDS is not supported");
  const DataRegisters registers = registers_of(row.bits);
  uop.src[0] = vgpr_operand(context, fields.addr, 1);
  set_data(context, registers, fields.vdst, fields.data0, fields.data1, uop);
  if (registers.stride != 0) {
    uop.offset = static_cast<int32_t>(fields.offset0 * registers.stride);
    uop.bits = fields.offset1 * registers.stride;
  } else {
    uop.offset = fields.offset0 | fields.offset1 << 8;
  }
  return row.run;
}

Handler global(const Context& context, const Instruction& row, Uop& uop) {
  const auto fields = encoding::flat(context.generation, context.code());
  const DataRegisters registers = registers_of(row.bits);
  const bool is_scratch = row.name.starts_with("scratch");
  // gfx11 flat instructions have no SGPR address; the field is null.
  const bool has_sgpr = fields.saddr != sreg::null;
  if (registers.dst == 0 && registers.data0 == 0) return row.run;  // cache control
  uop.offset = fields.offset;
  set_data(context, registers, fields.vdst, fields.vdata, 0, uop);
  if ((row.flags & kAtomic) != 0 && fields.returns) uop.flags = kReturnsOld;
  if (is_scratch) {
    if (fields.sve) uop.src[0] = vgpr_operand(context, fields.vaddr, 1);
    if (has_sgpr) uop.src[2] = source(context, fields.saddr, Type::b32, {});
    return row.run;
  }
  uop.src[0] = vgpr_operand(context, fields.vaddr, has_sgpr ? 1 : 2);
  if (has_sgpr) uop.src[2] = scalar_pair(context, fields.saddr);
  return row.run;
}

Handler buffer(const Context& context, const Instruction& row, Uop& uop) {
  const auto fields = encoding::buffer(context.generation, context.code());
  const DataRegisters registers = registers_of(row.bits);
  if (fields.tfe) reject(context, "tfe is not supported");
  if (registers.dst == 0 && registers.data0 == 0) return row.run;  // cache control
  if ((row.flags & kAtomic) != 0 && fields.returns) uop.flags = kReturnsOld;
  const unsigned addresses = (fields.offen ? 1u : 0u) + (fields.idxen ? 1u : 0u);
  if (addresses != 0) uop.src[0] = vgpr_operand(context, fields.vaddr, addresses);
  set_data(context, registers, fields.vdata, fields.vdata, 0, uop);
  uop.src[2].kind = Operand::Kind::scalar;
  uop.src[2].index = scalars(context, fields.srsrc, 4);
  uop.src[3] = offset_operand(context, fields.soffset);
  uop.offset = static_cast<int32_t>(fields.offset);
  uop.bits = (fields.offen ? kOffen : 0u) | (fields.idxen ? kIdxen : 0u);
  return row.run;
}

}  // namespace tilewright::emu::lowering
