// What strict mode says of registers: values that nobody wrote, loads that nobody waited for.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "emu/check/checker.hpp"
#include "emu/exec/wave.hpp"

namespace tilewright::emu::check {
namespace {

using File = RegisterRange::File;
using Role = RegisterRange::Role;

std::string register_name(File file, unsigned index) {
  if (file == File::vector) return fmt::format("v{}", index);
  switch (index) {
    case sreg::vcc_lo:
      return "vcc";
    case sreg::vcc_hi:
      return "vcc_hi";
    case sreg::m0:
      return "m0";
    case sreg::exec_lo:
      return "exec";
    case sreg::exec_hi:
      return "exec_hi";
    default:
      return index >= sreg::ttmp0 && index < sreg::null ? fmt::format("ttmp{}", index - sreg::ttmp0)
                                                        : fmt::format("s{}", index);
  }
}

const char* use_of(Role role) {
  switch (role) {
    case Role::address:
      return "an address";
    case Role::stored:
      return "what is stored";
    case Role::condition:
      return "a branch";
    case Role::matrix:
      return "a matrix product";
    case Role::value:
      break;
  }
  return "a value";
}

}  // namespace

/// What undefined bits must not decide.
void Checker::check_uses(const Wave& wave, const Uop& uop, WaveState& state) {
  const Site& site = *state.site;
  const uint64_t exec = wave.whole_exec();
  const unsigned lanes_of_wave = lanes_of(wave.size);
  if (site.full_exec && exec != ~uint64_t{0} >> (64 - lanes_of_wave)) {
    log_.add(Kind::exec, &uop, nullptr, [&] {
      return Finding{.kind = Kind::exec,
                     .here = party(wave, uop, __builtin_ctzll(~exec),
                                   fmt::format("multiplies matrices with EXEC {:#0{}x}: all lanes "
                                               "must be active",
                                               exec, 2 + lanes_of_wave / 4)),
                     .other = {}};
    });
  }
  if (site.use.reads_scc && state.undefined.scc() && site.row->shape == Shape::sopp) {
    log_.add(Kind::undefined_register, &uop, nullptr, [&] {
      return Finding{.kind = Kind::undefined_register,
                     .here = party(wave, uop, -1, "branches on scc, which nobody has written"),
                     .other = {}};
    });
    state.undefined.forgive_scc();
  }
  for (const RegisterRange& range : site.use.reads()) {
    if (range.role == Role::value) continue;
    for (unsigned i = range.first; i < unsigned{range.first} + range.count; ++i) {
      int lane = -1;
      if (range.file == File::vector) {
        const uint32_t bits = range.role == Role::stored ? site.stored_bits : ~0u;
        const uint64_t among = range.role == Role::matrix ? ~uint64_t{0} : exec;
        const uint64_t lanes = state.undefined.lanes(i, bits, among);
        if (lanes == 0) continue;
        lane = __builtin_ctzll(lanes);
      } else if (state.undefined.scalar(i) == 0) {
        continue;
      }
      report_undefined(wave, uop, range, i, lane);
      state.undefined.forgive(range);
      break;
    }
  }
}

void Checker::report_undefined(const Wave& wave, const Uop& uop, const RegisterRange& range,
                               unsigned index, int lane) {
  log_.add(Kind::undefined_register, &uop, nullptr, [&] {
    return Finding{
        .kind = Kind::undefined_register,
        .here = party(wave, uop, lane,
                      fmt::format("uses {} as {}, and nothing defined was ever written to it",
                                  register_name(range.file, index),
                                  index == sreg::exec_lo && range.role == Role::condition
                                      ? "the mask of active lanes"
                                      : use_of(range.role))),
        .other = {}};
  });
}

void Checker::report_pending(const Wave& wave, const Uop& uop, const Outstanding::Hit& hit) {
  log_.add(Kind::missing_wait, &uop, hit.load, [&] {
    const std::string wait = wait_text(wave.generation, hit.counter, hit.newer);
    return Finding{
        .kind = Kind::missing_wait,
        .here = party(wave, uop, -1,
                      fmt::format("{} {} before the load into it is known to be complete: {} is "
                                  "missing",
                                  hit.written ? "overwrites" : "reads",
                                  register_name(hit.file, hit.index), wait)),
        .other = Party{hit.load, wave.group->index, static_cast<int>(wave.id), -1, "loads it"}};
  });
}

}  // namespace tilewright::emu::check
