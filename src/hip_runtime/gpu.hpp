// One software GPU of the process.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <set>
#include <span>
#include <vector>

#include "arch/targets.hpp"
#include "emu/memory/memory_map.hpp"
#include "hip_runtime/abi.hpp"
#include "hip_runtime/abi_properties.hpp"
#include "hip_runtime/memory.hpp"
#include "hip_runtime/repeats.hpp"

namespace tilewright::hip {

class Gpu {
 public:
  Gpu(int index, const Target& target);

  [[nodiscard]] int index() const { return index_; }
  [[nodiscard]] const Target& target() const { return target_; }
  [[nodiscard]] const hipDeviceProp_tR0600& properties() const { return properties_; }

  /// What its kernels may touch.
  [[nodiscard]] const emu::MemoryMap& map() const { return map_; }
  /// The allocations of map(), in the order in which they were made.
  [[nodiscard]] std::span<const emu::Allocation> made() const { return made_; }
  /// Its own memory, host memory, and that of peers it has access to.
  [[nodiscard]] bool sees(const Block& block) const;
  void map_block(const Block& block, std::string name);
  void unmap_block(const Block& block);

  /// Devices whose memory it may use.
  std::set<int> peers;
  /// What a kernel's fault has left behind; until the device is reset, calls fail with it.
  std::atomic<hipError_t> fault = hipSuccess;
  /// Of its launches, where Settings::skip_repeats is on.
  Repeats repeats;

 private:
  int index_;
  const Target& target_;
  hipDeviceProp_tR0600 properties_;
  emu::MemoryMap map_;
  std::vector<emu::Allocation> made_;
};

/// What ROCm reports of this card.
[[nodiscard]] hipDeviceProp_tR0600 device_properties(int index, const Target& target);
/// The same in the layout before ROCm 6.0.
[[nodiscard]] hipDeviceProp_tR0000 old_properties(const hipDeviceProp_tR0600& properties);

}  // namespace tilewright::hip
