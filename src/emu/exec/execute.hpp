// One instruction of a wave.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/exec/uop.hpp"
#include "emu/exec/wave.hpp"

namespace tilewright::emu {

/// Of a wave64. `run` is the µop's handler. Both passes are made even if no lane of a half is
/// active: compares and carries then write zeros.
inline void execute_wave64(Wave& wave, const Uop& uop, Handler run) {
  run(wave, uop);
  if ((uop.flags & Uop::both_halves) == 0) return;
  wave.enter_high_half();
  run(wave, uop);
  wave.leave_high_half();
}

}  // namespace tilewright::emu
