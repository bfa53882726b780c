// What a device that watches has seen in its launches. Plain text and numbers: nothing of the
// device's own types.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
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

/// When a launch ran and what it took; kernel_trace.hpp writes it down. Times are the host's, in
/// nanoseconds of its monotonic clock: of the software GPU they are how long the emulation took.
struct LaunchRecord {
  std::string arch;
  std::string kernel;      ///< its symbol
  uint64_t thread_id = 0;  ///< of the operating system; the one that launched
  uint64_t start_ns = 0, end_ns = 0;
  uint32_t lds_bytes = 0;      ///< of a workgroup, static and dynamic
  uint32_t scratch_bytes = 0;  ///< of a work-item
  uint32_t vgprs = 0;          ///< as the kernel's descriptor reserves them
  uint32_t sgprs = 0;
  std::array<uint32_t, 3> workgroup_size = {1, 1, 1};  ///< work-items
  std::array<uint32_t, 3> grid_size = {1, 1, 1};       ///< work-items of all workgroups
};

struct LaunchReport {
  std::vector<Finding> findings;
  std::vector<LaunchRecord> launches;  ///< those that ended well
  std::optional<Counters> counters;
};

}  // namespace tilewright::device
