// SPDX-License-Identifier: MIT
#include "device/launch_report.hpp"

#include <fmt/format.h>

namespace tilewright::device {
namespace {

std::string describe(const FindingParty& party) {
  std::string text = "workgroup " + party.workgroup;
  if (party.wave >= 0) text += fmt::format(", wave {}", party.wave);
  if (party.lane >= 0) text += fmt::format(", lane {}", party.lane);
  text += " " + party.does + "\n      " + party.instruction;
  if (!party.source.empty()) text += "    // " + party.source;
  return text;
}

}  // namespace

std::string describe(const Finding& finding) {
  std::string text = fmt::format("{} in {}", finding.kind, finding.kernel);
  if (finding.count > 1) text += fmt::format(", seen {} times; the first:", finding.count);
  text += "\n    " + describe(finding.here);
  if (finding.other) text += "\n    " + describe(*finding.other);
  return text;
}

}  // namespace tilewright::device
