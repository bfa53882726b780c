// Proves that a wave can never end: it comes back to an instruction with the registers it had there
// before, and on the way did nothing but compute and branch.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "emu/exec/wave.hpp"

namespace tilewright::emu {

class InstructionSet;

class Repetition {
 public:
  /// Remembers `wave` as it is now, before the instruction that it is about to execute.
  Repetition(const InstructionSet& instructions, const Wave& wave);

  /// Before each instruction, decoded, that `wave` executes from then on. True: the wave repeats
  /// itself.
  [[nodiscard]] bool repeats(const Wave& wave, const Uop& uop);
  /// Nothing can be proved any more: the wave has touched memory or met other waves, or its state
  /// was another one too often.
  [[nodiscard]] bool given_up() const { return attempts_left_ == 0; }
  /// Instructions from the remembered state to its repetition.
  [[nodiscard]] uint64_t period() const { return instructions_; }

 private:
  const InstructionSet& instruction_set_;
  const Uop* start_;
  std::array<uint32_t, sreg::count> scalar_;
  std::vector<Row> vgprs_;
  std::vector<Row> high_vgprs_;  ///< of a wave64
  bool scc_;
  uint32_t mode_;
  uint64_t instructions_ = 0;
  unsigned attempts_left_ = 1000;
};

}  // namespace tilewright::emu
