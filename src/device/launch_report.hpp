// What a device that watches has seen in its launches. Plain text and numbers: nothing of the
// device's own types.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilewright::device {

/// An instruction of one wave that took part in a finding.
struct FindingParty {
  std::string does;         ///< "reads 16 bytes at LDS offset 0x120"
  std::string workgroup;    ///< "(1, 0, 0)"
  int wave = -1;            ///< -1: not one in particular
  int lane = -1;            ///< likewise
  std::string source;       ///< "ladder/rdna/parts/store.hpp:41", "" if unknown
  std::string instruction;  ///< "+0x1a4: ds_load_b128 v[2:5], v1"
};

/// A rule that a kernel broke.
struct Finding {
  std::string kind;  ///< "LDS race"
  std::string kernel;
  FindingParty here;
  std::optional<FindingParty> other;
  uint64_t count = 1;  ///< occurrences between these two instructions
};

/// Several lines, the first of which names the kind.
[[nodiscard]] std::string describe(const Finding& finding);

struct LaunchReport {
  std::vector<Finding> findings;
};

}  // namespace tilewright::device
