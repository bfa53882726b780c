// VALU instructions that move values between lanes and scalars (ISA manuals, V_READLANE_B32 and its
// relatives). They have handlers of their own.
// SPDX-License-Identifier: MIT
#include "emu/isa/rows.hpp"
#include "emu/isa/scalars.hpp"

namespace tilewright::emu {
namespace {

using namespace scalar_alu;

/// The first active lane, or lane 0 if none is.
void read_first_lane(Wave& w, const Uop& u) {
  const unsigned lane = w.exec() == 0 ? 0 : static_cast<unsigned>(__builtin_ctz(w.exec()));
  const Operand& source = u.src[0];
  const uint32_t value =
      source.kind == Operand::Kind::vgpr ? w.vgpr[source.index].lane[lane] : read32(w, source);
  write32(w, u.dst, value);
}
/// EXEC plays no part in the next two.
void read_lane(Wave& w, const Uop& u) {
  const unsigned lane = read32(w, u.src[1]) % kLanes;
  const Operand& source = u.src[0];
  const uint32_t value =
      source.kind == Operand::Kind::vgpr ? w.vgpr[source.index].lane[lane] : read32(w, source);
  write32(w, u.dst, value);
}
void write_lane(Wave& w, const Uop& u) {
  w.vgpr[u.dst].lane[read32(w, u.src[1]) % kLanes] = read32(w, u.src[0]);
}

void nothing(Wave&, const Uop&) {}

constexpr Instruction row(std::string_view name, Handler run, Shape shape, unsigned sources) {
  Instruction instruction;
  instruction.name = name;
  instruction.shape = shape;
  instruction.run = run;
  instruction.dst = sources == 0 ? Type::none : Type::b32;
  for (unsigned i = 0; i < sources; ++i) instruction.src[i] = Type::b32;
  return instruction;
}

constexpr Instruction kRows[] = {
    row("v_readfirstlane_b32", read_first_lane, Shape::valu_scalar, 1),
    row("v_readlane_b32", read_lane, Shape::valu_scalar, 2),
    row("v_writelane_b32", write_lane, Shape::valu_custom, 2),
    row("v_nop", nothing, Shape::valu_custom, 0),
};

}  // namespace

Instructions lane_rows() { return kRows; }

}  // namespace tilewright::emu
