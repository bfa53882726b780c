// SPDX-License-Identifier: MIT
#include "emu/exec/repetition.hpp"

#include <algorithm>
#include <cstring>

#include "emu/isa/instruction_set.hpp"

namespace tilewright::emu {
namespace {

bool same_rows(const Row* now, const std::vector<Row>& before) {
  return before.empty() || std::memcmp(now, before.data(), before.size() * sizeof(Row)) == 0;
}

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
      high_vgprs_(
          wave.size == WaveSize::w64
              ? std::vector<Row>(wave.vgpr + kVgprsPerWave, wave.vgpr + kVgprsPerWave + wave.vgprs)
              : std::vector<Row>()),
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
                      std::ranges::equal(wave.scalar, scalar_) && same_rows(wave.vgpr, vgprs_) &&
                      same_rows(wave.vgpr + kVgprsPerWave, high_vgprs_);
    if (same) return true;
    --attempts_left_;
  }
  ++instructions_;
  return false;
}

}  // namespace tilewright::emu
