// Which bits of a wave's registers nobody has written. Moving undefined bits and computing with
// them is allowed and spreads them (as in memcheck); the checker reports where they matter.
//
// Most registers are wholly defined, so each has a flag that says whether its bits must be looked
// at.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>

#include "emu/exec/wave.hpp"
#include "emu/isa/instruction.hpp"
#include "emu/isa/register_use.hpp"

namespace tilewright::emu::check {

struct Site;

/// How undefined bits of the sources reach the result.
enum class Transfer : uint8_t {
  any,    ///< one undefined bit makes the whole result undefined
  carry,  ///< additions and products: to a bit's own place and higher ones
  move,
  bit_and,
  bit_or,
  bit_xor,
  and_or,
  or3,
  select,  ///< src0 or src1, by a bit
  shift_left,
  shift_right,
  shift_left_or,
  shift_left_add,
  add_shift_left,
  field,   ///< v_bfe
  insert,  ///< v_bfi
  bytes,   ///< v_perm
  align_bits,
  align_bytes,
  pack_halves,  ///< v_pack_b32_f16
  halves,       ///< packed operations: each half for itself
};
[[nodiscard]] Transfer transfer_of(const Instruction& row);

/// The same in all lanes.
[[nodiscard]] inline Row filled(uint32_t value) {
  Row row;
  std::fill_n(row.lane, kLanes, value);
  return row;
}

class UndefinedBits {
 public:
  /// From the values that a wave starts with: a register that holds poison is undefined.
  void reset(const Wave& wave);

  /// Before an instruction that is not a load executes: marks what it will write. A wave64's halves
  /// are both marked.
  void propagate(const Wave& wave, const Site& site, const Uop& uop);
  /// A load defines `bits` of its registers in the lanes of EXEC.
  void load(const Wave& wave, const RegisterRange& range, uint32_t bits);

  /// Lanes of `among`, a bit for each of the wave, in which one of `bits` is undefined.
  [[nodiscard]] uint64_t lanes(unsigned vgpr, uint32_t bits, uint64_t among) const {
    const unsigned high = vgpr + kVgprsPerWave;
    return (suspect_[vgpr] ? lanes_of(vgpr, bits, static_cast<uint32_t>(among)) : 0) |
           uint64_t{suspect_[high] ? lanes_of(high, bits, static_cast<uint32_t>(among >> 32)) : 0}
               << 32;
  }
  [[nodiscard]] uint32_t scalar(unsigned index) const { return scalars_[index]; }
  [[nodiscard]] bool scc() const { return scc_; }

  /// After a report, so that one fault is not told again at every later step.
  void forgive(const RegisterRange& range);
  void forgive_scc() { scc_ = false; }

 private:
  /// Calls `of_half(Wave)` for each half of a wave64, or for a wave32, with the wave as it is in
  /// that pass.
  template <class OfHalf>
  void each_half(const Wave& wave, OfHalf&& of_half) {
    of_half(wave);
    if (wave.size == WaveSize::w32) return;
    Wave high = wave;
    high.enter_high_half();
    half_ = 1;
    of_half(high);
    half_ = 0;
  }
  /// Where the current half's part of a register lies.
  [[nodiscard]] unsigned row(unsigned vgpr) const { return vgpr + half_ * kVgprsPerWave; }
  [[nodiscard]] uint32_t lanes_of(unsigned row, uint32_t bits, uint32_t among) const;
  [[nodiscard]] bool any_undefined(const Site& site, bool whole_wave) const;
  void propagate_half(const Wave& wave, const Site& site, const Uop& uop);
  void propagate_whole(const Wave& wave, const Site& site, const Uop& uop);
  void swap_halves(const Wave& wave, const Uop& uop);
  void define_results(const Wave& wave, const Site& site);
  void matrix(const Site& site, const Uop& uop);
  void vector(const Wave& wave, const Site& site, const Uop& uop);
  void one_lane(const Wave& wave, const Site& site, const Uop& uop);
  void dual(const Wave& wave, const Site& site, const Uop& uop);
  [[nodiscard]] uint32_t moved_bits(const Wave& wave, const Site& site) const;
  void moved(const Wave& wave, const Site& site, uint32_t bits);
  void scalar_alu(const Wave& wave, const Site& site, const Uop& uop);
  void write_row(unsigned vgpr, const Row& bits, uint32_t written, uint32_t exec);
  /// Of the operand's first register or, with `extra`, its second.
  [[nodiscard]] Row source_bits(const Operand& operand, unsigned extra) const;

  /// A 1 is an undefined bit; valid where suspect_. A wave64's high half follows its low one.
  std::array<Row, 2 * kVgprsPerWave> rows_;
  std::bitset<2 * kVgprsPerWave> suspect_;
  unsigned half_ = 0;  ///< being worked on
  std::array<uint32_t, sreg::count> scalars_{};
  bool scc_ = false;
};

}  // namespace tilewright::emu::check
