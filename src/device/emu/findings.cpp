// SPDX-License-Identifier: MIT
#include "device/emu/findings.hpp"

#include <fmt/format.h>

#include "emu/exec/place_words.hpp"

namespace tilewright::device {
namespace {

/// What is the same for all parties of a launch.
struct Launch {
  const emu::Program& program;
  const codeobject::Kernel& kernel;
  const emu::Geometry& geometry;
};

FindingParty in_words(const Launch& launch, const emu::check::Party& party) {
  const auto& count = launch.geometry.workgroups;
  FindingParty words{.does = party.does,
                     .workgroup = fmt::format("({}, {}, {})", party.workgroup % count[0],
                                              party.workgroup / count[0] % count[1],
                                              party.workgroup / count[0] / count[1]),
                     .wave = party.wave,
                     .lane = party.lane,
                     .source = {},
                     .instruction = {}};
  if (party.slot == nullptr) return words;
  const emu::PlaceWords place = emu::words_of(launch.program, launch.kernel, party.slot);
  words.source = place.source;
  words.instruction = place.offset + ": " + place.text;
  return words;
}

}  // namespace

std::vector<Finding> findings_in_words(const emu::check::FindingLog& log,
                                       const emu::Program& program,
                                       const codeobject::Kernel& kernel,
                                       const emu::Geometry& geometry) {
  if (log.empty()) return {};
  const Launch launch{program, kernel, geometry};
  std::vector<Finding> all;
  for (const emu::check::Finding& finding : log.sorted()) {
    Finding words{.kind = std::string(emu::check::name(finding.kind)),
                  .kernel = kernel.name,
                  .here = in_words(launch, finding.here),
                  .other = {},
                  .count = finding.count};
    if (finding.other) words.other = in_words(launch, *finding.other);
    all.push_back(std::move(words));
  }
  return all;
}

}  // namespace tilewright::device
