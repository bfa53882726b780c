// SPDX-License-Identifier: MIT
#include "device/emu/findings.hpp"

#include <fmt/format.h>

#include "emu/check/source_lines.hpp"
#include "emu/isa/instruction_set.hpp"

namespace tilewright::device {
namespace {

/// What is the same for all parties of a launch.
struct Launch {
  const emu::Program& program;
  const emu::check::SourceLines& lines;
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
  const emu::CodePlace place = launch.program.code().place_of(party.slot);
  const uint64_t address = place.address - launch.program.load_base();
  const auto decoded =
      launch.program.instruction_set().disassembler().decode(place.dwords(), place.address);
  words.source = launch.lines.at(address);
  words.instruction =
      fmt::format("+{:#x}: {}", address - launch.kernel.descriptor.entry, decoded.text);
  return words;
}

}  // namespace

std::vector<Finding> findings_in_words(const emu::check::FindingLog& log,
                                       const emu::Program& program,
                                       std::span<const std::byte> image,
                                       const codeobject::Kernel& kernel,
                                       const emu::Geometry& geometry) {
  if (log.empty()) return {};
  const emu::check::SourceLines lines(image);
  const Launch launch{program, lines, kernel, geometry};
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
