// Kernels of planted bugs, written in assembly (see choose_case in tests/asm/kernel.inc). Each case
// is one bug that strict mode must find as what it is, or a sound counterpart about which it must
// be silent. Arguments of such a kernel: "out", 4096 bytes of zeros; "fresh", 4096 bytes that
// nobody has written; the number of the case.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "check/seen.hpp"

namespace tilewright::test {

/// Where a finding is; -1 for a lane: in none, or there is no other party.
struct Place {
  int lane;
  int other_lane;
  const char* does;  ///< part of what the first party does
};

struct PlantedCase {
  uint32_t number;
  const char* name;
  const char* kind = nullptr;       ///< the finding's; null: sound
  std::optional<Place> place = {};  ///< if the case is about it
  bool gfx12_only = false;
};

/// A case on one target, as the parameter of a test.
struct PlantedRun {
  PlantedCase what;
  const char* arch;
};

[[nodiscard]] std::string name_of(const PlantedRun& run);
void PrintTo(const PlantedRun& run, std::ostream* out);  // for GoogleTest
[[nodiscard]] std::vector<PlantedRun> on_each_target(std::span<const PlantedCase> cases);

/// A kernel, in the file of its name that tw_assemble has made.
struct PlantedKernel {
  const char* name;
  uint32_t workgroups;
  uint32_t workgroup_size;  ///< work-items
};

/// Launches one case and returns what was seen; without strict mode, that is how it ended.
[[nodiscard]] Seen launch_case(const PlantedKernel& kernel, const std::string& arch,
                               uint32_t number, bool strict = true);

/// Expects that `run` ends without an error and what is seen of it is as its case says.
void expect_found_as_what_it_is(const PlantedKernel& kernel, const PlantedRun& run);

}  // namespace tilewright::test
