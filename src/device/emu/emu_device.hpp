// The software RDNA GPU behind the Device interface. A launch runs to its end before launch()
// returns, on all cores.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

#include "device/device.hpp"
#include "emu/exec/stop_cause.hpp"
#include "emu/wmma/wmma.hpp"

namespace tilewright::device {

struct EmuOptions {
  unsigned threads = 0;  ///< workers; 0: all cores
  /// A wave that has executed so many instructions and not ended is reported as endless.
  uint64_t instruction_limit = emu::kInstructionLimit;
  /// How matrix instructions round.
  emu::wmma::Policy arithmetic = emu::wmma::Policy::silicon;
  /// Looks for races, missing waits, reads of nothing and more (docs/emulator.md); what is found is
  /// in take_report(), and the launch goes on.
  bool strict = false;
  /// Counts instructions, LDS conflicts, bytes and more.
  bool counters = false;
  /// Lists launches in take_report().
  bool trace = false;
  /// Asks the running launch to end early; it returns an error.
  std::stop_token cancel = {};
  /// Called after each workgroup of a launch, never by two threads at once.
  std::function<void(uint64_t done, uint64_t total)> progress = {};
};

/// The devices that open_emu() can open; they are always there.
[[nodiscard]] std::vector<Info> emu_devices();

/// `arch`: "gfx1100", "gfx1151" or "gfx1201". Errors: another target.
[[nodiscard]] Result<std::unique_ptr<Device>> open_emu(std::string_view arch,
                                                       const EmuOptions& options = {});

}  // namespace tilewright::device
