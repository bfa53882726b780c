// How a wave64 executes an instruction. One that works on lanes is executed for each half of the
// wave; what names single lanes of the wave, or moves data between its halves, is executed once and
// looks at all lanes itself.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/exec/wave.hpp"
#include "emu/isa/instruction.hpp"

namespace tilewright::emu {

enum class Passes : uint8_t {
  once,
  halves,
  unknown,  ///< what it does in a wave64 is not implemented
};

[[nodiscard]] Passes passes_of(const Instruction& row, Generation generation);

/// ds_permute and ds_bpermute reach lanes of their own half on gfx11, and all lanes on gfx12 (LLVM,
/// GCNSubtarget::supportsWaveWideBPermute).
[[nodiscard]] constexpr bool permutes_whole_waves(Generation generation) {
  return generation == Generation::gfx12;
}

}  // namespace tilewright::emu
