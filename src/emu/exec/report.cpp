// SPDX-License-Identifier: MIT
#include "emu/exec/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "emu/exec/place_words.hpp"

namespace tilewright::emu {
namespace {

std::string workgroup_of(const Dispatch& dispatch, const Workgroup& group) {
  return fmt::format("{}: workgroup ({})", dispatch.kernel->name, fmt::join(group.id, ", "));
}

PlaceWords place_of(const Dispatch& dispatch, const Uop* slot) {
  return words_of(*dispatch.program, *dispatch.kernel, slot);
}

/// "\n      +0x1a4: s_barrier    // kernel.s:12", as strict mode's findings have it.
std::string place_line(const PlaceWords& place) {
  if (place.text.empty()) return {};
  return fmt::format("\n      {}: {}{}{}", place.offset, place.text,
                     place.source.empty() ? "" : "    // ", place.source);
}

}  // namespace

std::string report_fault(const Dispatch& dispatch, const Wave& wave, const Uop* instruction,
                         const Fault& fault) {
  const PlaceWords place = place_of(dispatch, instruction);
  const std::string lane =
      fault.lane < 0 ? ""
                     : fmt::format(", lane {}", fault.lane + static_cast<int>(kLanes * wave.half));
  return fmt::format("{}, wave {}{}, at {}: {}{}", workgroup_of(dispatch, *wave.group), wave.id,
                     lane, place.offset, fault.what, place_line(place));
}

std::string report_deadlock(const Dispatch& dispatch, const Workgroup& group) {
  std::string text =
      fmt::format("{}: deadlock, no wave can continue", workgroup_of(dispatch, group));
  for (const Wave& wave : group.waves) {
    // A waiting or ended wave has executed the instruction before its program counter; both are
    // one dword long on either generation.
    const char* doing = wave.status == WaveStatus::ended ? "ended"
                        : wave.barrier_signalled         ? "waits at the barrier, has signalled it"
                                                 : "waits at the barrier, has not signalled it";
    text += fmt::format("\n    wave {} {}{}", wave.id, doing,
                        place_line(place_of(dispatch, wave.next - 1)));
  }
  return text;
}

}  // namespace tilewright::emu
