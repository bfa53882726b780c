// Bytes through L2 and DRAM, modelled: workgroups that run at one time on the target's compute
// units (a generation) take turns, each with what its CU's first-level cache lets through; behind
// L2 lies the Infinity Cache.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string_view>
#include <vector>

#include "emu/count/cache.hpp"

namespace tilewright::emu::count {

/// Of one target; where the figures are from is said in docs/emulator.md.
struct MemorySystem {
  unsigned compute_units = 64;
  uint64_t l0_bytes = 32 << 10;  ///< of a CU
  uint64_t l2_bytes = 8 << 20;
  uint64_t infinity_bytes = 64 << 20;
};
[[nodiscard]] MemorySystem memory_system(std::string_view arch);

/// How many workgroups of `waves` waves a compute unit runs at one time, at least one (limits:
/// arch/targets.hpp). `vgprs`: of a wave.
[[nodiscard]] unsigned workgroups_per_cu(unsigned vgprs, uint32_t lds_bytes, unsigned waves,
                                         unsigned wave_size = 32);

/// A line that a workgroup asks L2 for.
struct Request {
  uint64_t line : 63;
  uint64_t write : 1;
};

struct TrafficBytes {
  uint64_t l2 = 0;  ///< asked of L2
  uint64_t dram_read = 0;
  uint64_t dram_written = 0;
};

class Traffic {
 public:
  Traffic(const MemorySystem& system, unsigned workgroups_per_cu, uint64_t workgroups);

  /// A workgroup has ended. Safe from several threads, in any order.
  void add(uint64_t workgroup, std::vector<Request> requests);
  /// After the launch.
  [[nodiscard]] TrafficBytes finish();

 private:
  void run_generation();

  uint64_t generation_;  ///< workgroups at one time
  uint64_t workgroups_;
  uint64_t next_ = 0;  ///< first workgroup that has not been fed
  std::mutex mutex_;
  std::map<uint64_t, std::vector<Request>> waiting_;
  Cache l2_, infinity_;
  TrafficBytes bytes_;
};

}  // namespace tilewright::emu::count
