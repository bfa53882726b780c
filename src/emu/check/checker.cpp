// SPDX-License-Identifier: MIT
#include "emu/check/checker.hpp"

#include <fmt/format.h>

#include <utility>

#include "emu/exec/wave.hpp"

namespace tilewright::emu::check {

Checker::Checker(const Program& program, GlobalShadow& memory)
    : memory_(memory), sites_(program.instruction_set()) {}

Party Checker::party(const Wave& wave, const Uop& uop, int lane, std::string does) const {
  return {&uop, wave.group->index, static_cast<int>(wave.id), lane, std::move(does)};
}

void Checker::on_workgroup_begin(const Workgroup& group) {
  const size_t count = group.waves.size();
  if (waves_.size() != count) {
    waves_.resize(count);
    writes_before_.resize(count);
    reads_before_.resize(count);
    lds_.emplace(static_cast<uint32_t>(group.lds.size()), static_cast<unsigned>(count), false);
  } else {
    lds_->reset();
  }
  for (const Wave& wave : group.waves) waves_[wave.id].reset(wave);
  pages_.clear();
  last_page_ = nullptr;
}

void Checker::on_workgroup_end(const Workgroup& group) {
  memory_.merge(group.index, pages_);
  const WaveState* most = &waves_[0];
  for (const WaveState& state : waves_) {
    if (state.signals.size() > most->signals.size()) most = &state;
  }
  for (const WaveState& state : waves_) {
    if (state.signals.size() == most->signals.size()) continue;
    const auto number = [&](const WaveState& s) { return static_cast<int>(&s - waves_.data()); };
    log_.add(Kind::barrier, state.last, most->last_signal, [&] {
      return Finding{.kind = Kind::barrier,
                     .here = {state.last, group.index, number(state), -1,
                              fmt::format("ends after {} barriers", state.signals.size())},
                     .other = Party{most->last_signal, group.index, number(*most), -1,
                                    fmt::format("takes part in {}", most->signals.size())}};
    });
  }
}

void Checker::on_instruction(const Wave& wave, const Uop& uop) {
  WaveState& state = waves_[wave.id];
  const Site& site = sites_.at(*wave.code, uop);
  state.site = &site;
  state.last = &uop;
  state.accesses = state.half = 0;
  state.outstanding.check(site,
                          [&](const Outstanding::Hit& hit) { report_pending(wave, uop, hit); });
  check_uses(wave, uop, state);
  const bool is_load = !site.issues.empty() && !site.mixes_lanes;
  if (is_load) {
    for (const RegisterRange& range : site.use.writes()) {
      state.undefined.load(wave, range, site.written_bits);
    }
  } else {
    state.undefined.propagate(wave, site, uop);
  }
  const bool wave64 = wave.size == WaveSize::w64;
  if (state.undefined.scalar(sreg::exec_lo) != 0 ||
      (wave64 && state.undefined.scalar(sreg::exec_hi) != 0)) {
    const RegisterRange exec{RegisterRange::File::scalar, RegisterRange::Role::condition,
                             sreg::exec_lo, static_cast<uint8_t>(wave64 ? 2 : 1), -1};
    report_undefined(wave, uop, exec, sreg::exec_lo, -1);
    state.undefined.forgive(exec);
  }
  if (!site.issues.empty()) {
    state.outstanding.issue(site, uop);
    for (unsigned c = 0; c < kCounters; ++c) {
      if ((site.issues.bits >> c & 1) != 0) state.issued[c].push_back(&uop);
    }
    if (site.row->shape == Shape::buffer) check_descriptor(wave, uop);
    if (site.loads_scalar_dwords) check_scalar_address(wave, uop);
  }
  if (site.control != Site::Control::none) control(wave, uop, state);
}

void Checker::control(const Wave& wave, const Uop& uop, WaveState& state) {
  const bool alone = wave.group->waves.size() == 1;  // barriers are no-ops
  switch (state.site->control) {
    case Site::Control::wait:
      state.outstanding.wait(state.site->waits);
      break;
    case Site::Control::signal:
    case Site::Control::barrier:
      if (alone) break;
      state.last_signal = &uop;
      state.signals.push_back({state.outstanding.completed(Counter::lds),
                               state.outstanding.completed(Counter::load),
                               state.outstanding.completed(Counter::store)});
      if (state.site->control == Site::Control::barrier) ++state.waits;
      break;
    case Site::Control::barrier_wait:
      if (!alone) ++state.waits;
      break;
    default:
      break;
  }
}

}  // namespace tilewright::emu::check
