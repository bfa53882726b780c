// SPDX-License-Identifier: MIT
#include "emu/check/undefined.hpp"

#include "emu/check/site.hpp"
#include "emu/exec/initial_state.hpp"

namespace tilewright::emu::check {

void UndefinedBits::reset(const Wave& wave) {
  suspect_.reset();
  each_half(wave, [this](const Wave& half) {
    for (unsigned r = 1; r < kVgprsPerWave; ++r) {
      rows_[row(r)] = filled(~0u);
      suspect_.set(row(r));
    }
    // Work-item ids; lanes that do not exist have none.
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const bool exists = (half.exec() >> lane & 1) != 0;
      rows_[row(0)].lane[lane] = exists ? 0 : ~0u;
      if (!exists) suspect_.set(row(0));
    }
  });
  const uint32_t unwritten = poison(wave.id + wave.group->index * 7);
  for (unsigned i = 0; i < sreg::count; ++i) {
    scalars_[i] = wave.scalar[i] == unwritten ? ~0u : 0;
  }
  scalars_[sreg::exec_lo] = scalars_[sreg::exec_hi] = scalars_[sreg::null] = 0;
  scc_ = true;
}

uint32_t UndefinedBits::lanes_of(unsigned row, uint32_t bits, uint32_t among) const {
  uint32_t lanes = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if ((rows_[row].lane[lane] & bits) != 0) lanes |= 1u << lane;
  }
  return lanes & among;
}

void UndefinedBits::forgive(const RegisterRange& range) {
  for (unsigned i = range.first; i < unsigned{range.first} + range.count; ++i) {
    if (range.file == RegisterRange::File::vector) {
      suspect_.reset(i);
      suspect_.reset(i + kVgprsPerWave);
    } else {
      scalars_[i] = 0;
    }
  }
}

/// Replaces `written` bits in the lanes of EXEC.
void UndefinedBits::write_row(unsigned vgpr, const Row& bits, uint32_t written, uint32_t exec) {
  const unsigned at = this->row(vgpr);
  Row& row = rows_[at];
  if (!suspect_[at]) row = filled(0);
  uint32_t left = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const uint32_t mask = (exec >> lane & 1) != 0 ? written : 0;
    row.lane[lane] = (row.lane[lane] & ~mask) | (bits.lane[lane] & mask);
    left |= row.lane[lane];
  }
  suspect_.set(at, left != 0);
}

void UndefinedBits::load(const Wave& wave, const RegisterRange& range, uint32_t bits) {
  if (range.file == RegisterRange::File::scalar) {
    std::fill_n(scalars_.begin() + range.first, range.count, 0u);
    return;
  }
  each_half(wave, [&](const Wave& half) {
    for (unsigned i = range.first; i < unsigned{range.first} + range.count; ++i) {
      if (!suspect_[row(i)]) continue;
      if (bits == ~0u && half.exec() == ~0u) {
        suspect_.reset(row(i));
      } else {
        write_row(i, filled(0), bits, half.exec());
      }
    }
  });
}

/// `whole_wave`: in any half of a wave64.
bool UndefinedBits::any_undefined(const Site& site, bool whole_wave) const {
  if (site.use.reads_scc && scc_) return true;
  for (const RegisterRange& range : site.use.reads()) {
    for (unsigned i = range.first; i < unsigned{range.first} + range.count; ++i) {
      if (range.file == RegisterRange::File::scalar) {
        if (scalars_[i] != 0) return true;
      } else if (suspect_[row(i)] || (whole_wave && suspect_[i + kVgprsPerWave])) {
        return true;
      }
    }
  }
  return false;
}

void UndefinedBits::define_results(const Wave& wave, const Site& site) {
  const uint32_t exec = site.full_exec ? ~0u : wave.exec();
  // A vector instruction of a wave64 writes pairs: masks, of which each half has its register.
  const bool masks = wave.size == WaveSize::w64 && !site.scalar_only;
  for (const RegisterRange& range : site.use.writes()) {
    for (unsigned i = range.first; i < unsigned{range.first} + range.count; ++i) {
      if (range.file == RegisterRange::File::scalar) {
        if (!masks || i == range.first + wave.half) scalars_[i] = 0;
      } else if (suspect_[row(i)]) {
        if (site.written_bits == ~0u && exec == ~0u) {
          suspect_.reset(row(i));
        } else {
          write_row(i, filled(0), site.written_bits, exec);
        }
      }
    }
  }
  if (site.use.writes_scc) scc_ = false;
}

void UndefinedBits::propagate(const Wave& wave, const Site& site, const Uop& uop) {
  if (site.use.write_count == 0 && !site.use.writes_scc) return;
  if (site.one_lane != Site::OneLane::no) return one_lane(wave, site, uop);
  if (wave.size == WaveSize::w32 || site.scalar_only) return propagate_half(wave, site, uop);
  if ((uop.flags & Uop::both_halves) == 0) return propagate_whole(wave, site, uop);
  each_half(wave, [&](const Wave& half) { propagate_half(half, site, uop); });
}

/// Of a wave32, of one half of a wave64 or by the scalar unit.
void UndefinedBits::propagate_half(const Wave& wave, const Site& site, const Uop& uop) {
  if (!any_undefined(site, false)) return define_results(wave, site);
  if (site.full_exec) return matrix(site, uop);
  if (site.scalar_only) return scalar_alu(wave, site, uop);
  if (site.dual) return dual(wave, site, uop);
  if (!site.issues.empty()) return moved(wave, site, moved_bits(wave, site));
  vector(wave, site, uop);
}

/// An instruction that moves data between the halves of a wave64, or multiplies matrices.
void UndefinedBits::propagate_whole(const Wave& wave, const Site& site, const Uop& uop) {
  if (!any_undefined(site, true)) {
    each_half(wave, [&](const Wave& half) { define_results(half, site); });
  } else if (site.full_exec) {
    each_half(wave, [&](const Wave&) { matrix(site, uop); });
  } else if (!site.issues.empty()) {
    uint32_t bits = 0;
    each_half(wave, [&](const Wave& half) { bits |= moved_bits(half, site); });
    each_half(wave, [&](const Wave& half) { moved(half, site, bits); });
  } else {
    swap_halves(wave, uop);
  }
}

Row UndefinedBits::source_bits(const Operand& operand, unsigned extra) const {
  switch (operand.kind) {
    case Operand::Kind::vgpr:
      return suspect_[row(operand.index + extra)] ? rows_[row(operand.index + extra)] : filled(0);
    case Operand::Kind::scalar:
    case Operand::Kind::scalar_wide:
      return filled(scalars_[operand.index + extra]);
    case Operand::Kind::scc:
      return filled(scc_ ? ~0u : 0);
    default:
      return filled(0);
  }
}

}  // namespace tilewright::emu::check
