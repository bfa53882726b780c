// What the environment asks of the runtime. `tilewright emu` sets these variables; a program that
// is started without it may be given them by hand.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arch/targets.hpp"
#include "core/result.hpp"
#include "emu/exec/stop_cause.hpp"

namespace tilewright::hip {

struct Settings {
  /// TILEWRIGHT_ARCH: one device for each name, separated by commas; gfx1201 if not set.
  std::vector<const Target*> devices;
  bool strict = false;    ///< TILEWRIGHT_STRICT=1: look for races, missing waits, leaks …
  bool counters = false;  ///< TILEWRIGHT_COUNTERS=1: count instructions, conflicts, traffic
  /// TILEWRIGHT_SKIP_REPEATS=1: do not run a launch again that changes nothing; off in strict mode,
  /// which looks at each.
  bool skip_repeats = false;
  unsigned threads = 0;  ///< TILEWRIGHT_THREADS: cores to use, 0 for all
  /// TILEWRIGHT_LIMIT: instructions after which a wave is called endless.
  uint64_t instruction_limit = emu::kInstructionLimit;
  std::string record;  ///< TILEWRIGHT_RECORD: file that a line per launch is appended to
};

/// Errors: an unknown target, a value that is not a number.
[[nodiscard]] Result<Settings> read_settings();

}  // namespace tilewright::hip
