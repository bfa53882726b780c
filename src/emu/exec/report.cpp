// SPDX-License-Identifier: MIT
#include "emu/exec/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "emu/isa/instruction_set.hpp"

namespace tilewright::emu {
namespace {

std::string workgroup_of(const Dispatch& dispatch, const Workgroup& group) {
  return fmt::format("{}: workgroup ({})", dispatch.kernel->name, fmt::join(group.id, ", "));
}

/// Where a slot lies; nothing if the program counter has left the module.
std::optional<CodePlace> place_of(const Dispatch& dispatch, const Uop* slot) {
  try {
    return dispatch.program->code().place_of(slot);
  } catch (const Fault&) {
    return std::nullopt;
  }
}

/// "+0x1a4": relative to the kernel's first instruction.
std::string offset_of(const Dispatch& dispatch, const std::optional<CodePlace>& place) {
  if (!place) return "an unknown address";
  const uint64_t entry = dispatch.program->load_base() + dispatch.kernel->descriptor.entry;
  if (place->address < entry) return fmt::format("-{:#x}", entry - place->address);
  return fmt::format("+{:#x}", place->address - entry);
}

/// "s_barrier    // bfbd0000"; empty past the end of the code.
std::string instruction_at(const Dispatch& dispatch, const std::optional<CodePlace>& place) {
  if (!place || place->dwords().empty()) return {};
  const auto dwords = place->dwords();
  const Decoded decoded =
      dispatch.program->instruction_set().disassembler().decode(dwords, place->address);
  const size_t count = std::clamp<size_t>(decoded.dwords, 1, dwords.size());
  return fmt::format("{}    // {:08x}", decoded.dwords == 0 ? "not an instruction" : decoded.text,
                     fmt::join(dwords.first(count), " "));
}

}  // namespace

std::string report_fault(const Dispatch& dispatch, const Wave& wave, const Uop* instruction,
                         const Fault& fault) {
  const auto place = place_of(dispatch, instruction);
  const std::string lane = fault.lane < 0 ? "" : fmt::format(", lane {}", fault.lane);
  const std::string text = instruction_at(dispatch, place);
  return fmt::format("{}, wave {}{}, at {}: {}{}{}", workgroup_of(dispatch, *wave.group), wave.id,
                     lane, offset_of(dispatch, place), fault.what, text.empty() ? "" : "\n    ",
                     text);
}

std::string report_deadlock(const Dispatch& dispatch, const Workgroup& group) {
  std::string text =
      fmt::format("{}: deadlock, no wave can continue", workgroup_of(dispatch, group));
  for (const Wave& wave : group.waves) {
    // A waiting or ended wave has executed the instruction before its program counter; both are
    // one dword long on either generation.
    const auto place = place_of(dispatch, wave.next - 1);
    const char* doing = wave.status == WaveStatus::ended ? "ended"
                        : wave.barrier_signalled         ? "waits at the barrier, has signalled it"
                                                 : "waits at the barrier, has not signalled it";
    text += fmt::format("\n    wave {} at {} {}: {}", wave.id, offset_of(dispatch, place), doing,
                        instruction_at(dispatch, place));
  }
  return text;
}

}  // namespace tilewright::emu
