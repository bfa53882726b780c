// SPDX-License-Identifier: MIT
#include "emu/check/undefined.hpp"

#include "emu/check/site.hpp"
#include "emu/exec/initial_state.hpp"

namespace tilewright::emu::check {

void UndefinedBits::reset(const Wave& wave) {
  suspect_.set();
  suspect_.reset(0);
  for (unsigned r = 1; r < rows_.size(); ++r) rows_[r] = filled(~0u);
  // Work-item ids; lanes that do not exist have none.
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const bool exists = (wave.exec() >> lane & 1) != 0;
    rows_[0].lane[lane] = exists ? 0 : ~0u;
    if (!exists) suspect_.set(0);
  }
  const uint32_t unwritten = poison(wave.id + wave.group->index * 7);
  for (unsigned i = 0; i < sreg::count; ++i) {
    scalars_[i] = wave.scalar[i] == unwritten ? ~0u : 0;
  }
  scalars_[sreg::exec_lo] = scalars_[sreg::exec_hi] = scalars_[sreg::null] = 0;
  scc_ = true;
}

uint32_t UndefinedBits::lanes_of(unsigned vgpr, uint32_t bits, uint32_t among) const {
  uint32_t lanes = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if ((rows_[vgpr].lane[lane] & bits) != 0) lanes |= 1u << lane;
  }
  return lanes & among;
}

void UndefinedBits::forgive(const RegisterRange& range) {
  for (unsigned i = range.first; i < unsigned{range.first} + range.count; ++i) {
    if (range.file == RegisterRange::File::vector) {
      suspect_.reset(i);
    } else {
      scalars_[i] = 0;
    }
  }
}

/// Replaces `written` bits in the lanes of EXEC.
void UndefinedBits::write_row(unsigned vgpr, const Row& bits, uint32_t written, uint32_t exec) {
  Row& row = rows_[vgpr];
  if (!suspect_[vgpr]) row = filled(0);
  uint32_t left = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const uint32_t mask = (exec >> lane & 1) != 0 ? written : 0;
    row.lane[lane] = (row.lane[lane] & ~mask) | (bits.lane[lane] & mask);
    left |= row.lane[lane];
  }
  suspect_.set(vgpr, left != 0);
}

void UndefinedBits::load(const Wave& wave, const RegisterRange& range, uint32_t bits) {
  for (unsigned i = range.first; i < unsigned{range.first} + range.count; ++i) {
    if (range.file == RegisterRange::File::scalar) {
      scalars_[i] = 0;
    } else if (suspect_[i]) {
      if (bits == ~0u && wave.exec() == ~0u) {
        suspect_.reset(i);
      } else {
        write_row(i, filled(0), bits, wave.exec());
      }
    }
  }
}

bool UndefinedBits::any_undefined(const Site& site) const {
  if (site.use.reads_scc && scc_) return true;
  for (const RegisterRange& range : site.use.reads()) {
    for (unsigned i = range.first; i < unsigned{range.first} + range.count; ++i) {
      if (range.file == RegisterRange::File::vector ? suspect_[i] : scalars_[i] != 0) return true;
    }
  }
  return false;
}

void UndefinedBits::define_results(const Wave& wave, const Site& site) {
  const uint32_t exec = site.full_exec ? ~0u : wave.exec();
  for (const RegisterRange& range : site.use.writes()) {
    for (unsigned i = range.first; i < unsigned{range.first} + range.count; ++i) {
      if (range.file == RegisterRange::File::scalar) {
        scalars_[i] = 0;
      } else if (suspect_[i]) {
        if (site.written_bits == ~0u && exec == ~0u) {
          suspect_.reset(i);
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
  if (!any_undefined(site)) return define_results(wave, site);
  if (site.full_exec) return matrix(site, uop);
  if (site.scalar_only) return scalar_alu(wave, site, uop);
  if (site.dual) return dual(wave, site, uop);
  if (!site.issues.empty()) return moved(wave, site);
  vector(wave, site, uop);
}

Row UndefinedBits::source_bits(const Operand& operand, unsigned extra) const {
  switch (operand.kind) {
    case Operand::Kind::vgpr:
      return suspect_[operand.index + extra] ? rows_[operand.index + extra] : filled(0);
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
