// SPDX-License-Identifier: MIT
#include "emu/exec/repetition.hpp"

#include <algorithm>
#include <cstring>

#include "emu/isa/instruction_set.hpp"

namespace tilewright::emu {
namespace {

/// Its effect depends on the wave's registers only, and is on them only.
bool is_private(const Instruction& row) {
  switch (row.shape) {
    case Shape::smem:
    case Shape::smem_buffer:
    case Shape::lds:
    case Shape::global:
    case Shape::buffer:
      return false;
    default:
      return !row.name.starts_with("s_barrier") && row.name != "s_endpgm";
  }
}

}  // namespace

Repetition::Repetition(const InstructionSet& instructions, const Wave& wave)
    : instruction_set_(instructions),
      start_(wave.next),
      vgprs_(wave.vgpr, wave.vgpr + wave.vgprs),
      scc_(wave.scc),
      mode_(wave.mode) {
  std::ranges::copy(wave.scalar, scalar_.begin());
}

bool Repetition::repeats(const Wave& wave, const Uop& uop) {
  if (!is_private(instruction_set_.instruction(uop))) {
    attempts_left_ = 0;
    return false;
  }
  if (&uop == start_ && instructions_ != 0) {
    const bool same = wave.scc == scc_ && wave.mode == mode_ &&
                      std::ranges::equal(wave.scalar, scalar_) &&
                      std::memcmp(wave.vgpr, vgprs_.data(), vgprs_.size() * sizeof(Row)) == 0;
    if (same) return true;
    --attempts_left_;
  }
  ++instructions_;
  return false;
}

}  // namespace tilewright::emu
