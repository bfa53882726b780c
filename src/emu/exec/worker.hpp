// Runs workgroups one after the other on one thread. Its memory (registers, LDS, scratch) is reused
// from workgroup to workgroup and starts each of them filled with poison().
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "emu/exec/dispatch.hpp"
#include "emu/exec/stop_cause.hpp"
#include "emu/memory/host_memory.hpp"

namespace tilewright::emu {

class Worker {
 public:
  /// `observer` may be null. Errors: out of memory.
  [[nodiscard]] static Result<Worker> create(const Dispatch& dispatch, Observer* observer);

  enum class Outcome : uint8_t { done, faulted, stopped };

  /// Runs the workgroup with that linear index. The waves take turns; each turn ends at a barrier,
  /// at the end or after a fixed number of instructions, so that the result does not depend on
  /// time. `stop` is asked after each turn.
  [[nodiscard]] Outcome run(uint64_t index, const std::function<bool()>& stop);

  /// What went wrong, after Outcome::faulted.
  [[nodiscard]] const std::string& error() const { return error_; }
  [[nodiscard]] StopCause cause() const { return cause_; }
  /// Whether a wave has reached the limit of instructions: it may wait for another workgroup.
  [[nodiscard]] bool at_limit() const { return at_limit_; }

 private:
  explicit Worker(const Dispatch& dispatch, Observer* observer)
      : dispatch_(&dispatch), observer_(observer) {}
  void begin(uint64_t index);
  /// These return false if the wave has faulted.
  [[nodiscard]] bool take_turn(Wave& wave);
  template <class Before>
  [[nodiscard]] bool take_turn(Wave& wave, Before&& before);
  template <WaveSize kSize, class Before>
  [[nodiscard]] bool take_turn_of(Wave& wave, Before&& before);
  [[nodiscard]] bool look_for_repetition(Wave& wave);

  const Dispatch* dispatch_;
  Observer* observer_;
  Workgroup group_;
  std::vector<Wave> waves_;
  std::vector<uint64_t> next_look_;  ///< by wave, in instructions
  HostMemory vgprs_, lds_, scratch_;
  std::string error_;
  StopCause cause_ = StopCause::failure;
  bool at_limit_ = false;
};

}  // namespace tilewright::emu
