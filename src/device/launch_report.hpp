// What a device that watches has seen in its launches. Plain text and numbers: nothing of the
// device's own types.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
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

/// What a launch did, counted by the software GPU. Figures of a model say so.
struct Counters {
  uint64_t workgroups = 0;
  uint64_t instructions = 0;  ///< of waves, all kinds
  uint64_t wmmas = 0, valu = 0, salu = 0, lds = 0, vmem = 0, smem = 0;
  uint64_t branches = 0, barriers = 0, waits = 0;
  uint64_t lds_accesses = 0;
  uint64_t lds_clocks = 0;                             ///< model of the banks, without conflicts
  uint64_t lds_conflict_clocks = 0;                    ///< model: in addition
  uint64_t loaded_bytes = 0, stored_bytes = 0;         ///< asked for by vector instructions
  uint64_t lines_32 = 0, lines_64 = 0, lines_128 = 0;  ///< different ones, by instruction
  uint64_t l2_bytes = 0;                               ///< model of the caches, as the next two
  uint64_t dram_read_bytes = 0, dram_written_bytes = 0;
  std::vector<std::pair<std::string, uint64_t>> by_opcode;
};

struct LaunchReport {
  std::vector<Finding> findings;
  std::optional<Counters> counters;
};

}  // namespace tilewright::device
