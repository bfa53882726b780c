// The registers that a wave starts with (LLVM AMDGPUUsage, "Initial Kernel Execution State"), for
// both generations.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "codeobject/code_object.hpp"
#include "core/result.hpp"
#include "emu/exec/geometry.hpp"
#include "emu/exec/wave.hpp"

namespace tilewright::emu {

/// What the kernel's descriptor asks for.
[[nodiscard]] inline WaveSize wave_size_of(const codeobject::KernelDescriptor& descriptor) {
  return descriptor.wave32() ? WaveSize::w32 : WaveSize::w64;
}

/// What registers, LDS and scratch hold before anybody writes them: a NaN in every format, no
/// address and no offset, different from wave to wave.
[[nodiscard]] constexpr uint32_t poison(uint64_t salt) {
  return 0xffe0'ffe0 | static_cast<uint32_t>(salt & 0x1f) * 0x0001'0001;
}

/// Addresses and numbers of one launch that user SGPRs may hold.
struct LaunchAddresses {
  uint64_t kernarg = 0;
  uint64_t dispatch_packet = 0;
  uint64_t dispatch_id = 0;
};

class InitialState {
 public:
  /// Errors: the descriptor asks for something that the software GPU has not; it is named.
  [[nodiscard]] static Result<InitialState> create(const codeobject::Kernel& kernel,
                                                   Generation generation, const Geometry& geometry,
                                                   const LaunchAddresses& addresses);

  [[nodiscard]] unsigned waves() const { return static_cast<unsigned>(rows_.size() / halves()); }
  [[nodiscard]] WaveSize wave_size() const { return wave_size_; }

  /// Sets all registers of wave `wave.id` of `wave.group`, whose ids are set.
  void apply(Wave& wave) const;

 private:
  [[nodiscard]] unsigned halves() const { return lanes_of(wave_size_) / kLanes; }

  Generation generation_ = Generation::gfx12;
  WaveSize wave_size_ = WaveSize::w32;
  uint32_t mode_ = 0;
  std::vector<uint32_t> user_sgprs_;
  unsigned first_workgroup_sgpr_ = 0;  ///< gfx11: where the workgroup ids go
  bool workgroup_id_enabled_[3] = {};  ///< gfx11
  /// Of each wave, or of each half of a wave64.
  struct Lanes {
    Row work_item_ids;   ///< v0
    uint32_t exist = 0;  ///< a bit for each
  };
  std::vector<Lanes> rows_;
};

}  // namespace tilewright::emu
