// Lowering of SOP1, SOP2, SOPC, SOPK and SOPP.
// SPDX-License-Identifier: MIT
#include "emu/isa/lower.hpp"

namespace tilewright::emu::lowering {
namespace {

using encoding::Format;

constexpr unsigned kHwRegMode = 1;
constexpr int32_t kMessageDeallocVgprs = 3;

std::optional<uint32_t> literal_of(const Context& context) {
  const auto code = context.code();
  if (code.size() < 2) return {};
  return code[1];
}

void check_branch(const Context& context, int32_t offset) {
  const auto target = static_cast<int64_t>(context.place.index) + 1 + offset;
  if (target < 0 || target > static_cast<int64_t>(context.place.segment.size())) {
    reject(context, "the target lies outside the code segment");
  }
}

void check_hardware_register(const Context& context, int32_t simm16) {
  const unsigned id = static_cast<uint32_t>(simm16) & 63;
  if (id != kHwRegMode) {
    reject(context, "hardware register {} is not supported; only MODE is", id);
  }
}

/// -1 is the workgroup's barrier; the others are named barriers and the trap handler's.
void check_barrier(const Context& context, const Operand& id) {
  if (id.kind != Operand::Kind::constant || id.constant != ~0u) {
    reject(context, "only the workgroup barrier (-1) is supported");
  }
}

}  // namespace

Handler scalar(const Context& context, const Instruction& row, Uop& uop) {
  const auto fields = encoding::salu(context.format, context.code()[0]);
  const auto literal = literal_of(context);
  uop.offset = fields.simm16;
  if (row.dst != Type::none) uop.dst = scalars(context, fields.sdst, registers(row.dst));

  if (context.format == Format::sopk) {
    if ((row.flags & kBranch) != 0) check_branch(context, fields.simm16);
    if ((row.flags & kHwReg) != 0) {
      check_hardware_register(context, fields.simm16);
      if (row.src[0] != Type::none) {
        uop.src[0] = source(context, literal ? encoding::literal : fields.sdst, Type::b32, literal);
      }
      return row.run;
    }
    Operand simm;
    simm.kind = Operand::Kind::constant;
    simm.constant = static_cast<uint32_t>(fields.simm16);
    const bool two = row.src[1] != Type::none;
    if (two) uop.src[0] = source(context, fields.sdst, row.src[0], {});
    if (row.src[0] != Type::none) uop.src[two ? 1 : 0] = simm;
    return row.run;
  }

  unsigned field = 0;
  for (unsigned i = 0; i < 3 && row.src[i] != Type::none; ++i) {
    const bool is_k = ((row.flags & kLiteralMiddle) != 0 && i == 1) ||
                      ((row.flags & kLiteralLast) != 0 && i == 2);
    const unsigned encoding = is_k ? encoding::literal : fields.src[field++];
    uop.src[i] = source(context, encoding, row.src[i], literal);
  }
  if ((row.flags & kBarrier) != 0) check_barrier(context, uop.src[0]);
  return row.run;
}

Handler program(const Context& context, const Instruction& row, Uop& uop) {
  uop.offset = encoding::salu(context.format, context.code()[0]).simm16;
  if ((row.flags & kBranch) != 0) check_branch(context, uop.offset);
  if (row.name == "s_barrier_wait" && uop.offset != -1) {
    reject(context, "only the workgroup barrier (-1) is supported");
  }
  if (row.name == "s_sendmsg" && uop.offset != kMessageDeallocVgprs) {
    reject(context, "only sendmsg(MSG_DEALLOC_VGPRS) is supported");
  }
  return row.run;
}

}  // namespace tilewright::emu::lowering
