// SPDX-License-Identifier: MIT
#include "device/launch_report.hpp"

#include <fmt/format.h>

#include "core/grouped.hpp"
#include "core/symbol.hpp"

namespace tilewright::device {
namespace {

std::string describe(const FindingParty& party) {
  std::string text = "workgroup " + party.workgroup;
  if (party.wave >= 0) text += fmt::format(", wave {}", party.wave);
  if (party.lane >= 0) text += fmt::format(", lane {}", party.lane);
  const std::string indent = "\n      ";
  text += " " + party.does + indent + party.instruction;
  if (party.source.empty()) return text;
  // The whole may be shown further in; 100 columns are all there are.
  constexpr size_t kRoom = 80;
  const bool fits = party.instruction.size() + party.source.size() <= kRoom;
  return text + (fits ? "    // " : indent + "  // ") + party.source;
}

}  // namespace

std::string describe(const Finding& finding) {
  std::string text = fmt::format("{} in {}", finding.kind, readable_symbol(finding.kernel));
  if (finding.count > 1) {
    text += fmt::format(", seen {} times; the first:", grouped(finding.count));
  }
  text += "\n    " + describe(finding.here);
  if (finding.other) text += "\n    " + describe(*finding.other);
  return text;
}

}  // namespace tilewright::device
