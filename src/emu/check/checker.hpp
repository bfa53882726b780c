// Strict mode's watcher: looks at each instruction before it executes and at each access to memory,
// and notes what the hardware would not complain about. One for each worker.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "emu/check/finding.hpp"
#include "emu/check/global_shadow.hpp"
#include "emu/check/shadow.hpp"
#include "emu/check/wave_state.hpp"
#include "emu/exec/observer.hpp"
#include "emu/exec/program.hpp"

namespace tilewright::emu::check {

class Checker final : public Observer {
 public:
  /// `memory` is what the workers of the launch share.
  Checker(const Program& program, GlobalShadow& memory);

  void on_workgroup_begin(const Workgroup& group) override;
  void on_workgroup_end(const Workgroup& group) override;
  void on_instruction(const Wave& wave, const Uop& uop) override;
  void on_access(const Wave& wave, const Uop& uop, const MemoryAccess& access) override;

  [[nodiscard]] FindingLog& log() { return log_; }

 private:
  void check_uses(const Wave& wave, const Uop& uop, WaveState& state);
  void report_pending(const Wave& wave, const Uop& uop, const Outstanding::Hit& hit);
  void report_undefined(const Wave& wave, const Uop& uop, const RegisterRange& range,
                        unsigned index, int lane);
  void control(const Wave& wave, const Uop& uop, WaveState& state);
  void lds_access(const Wave& wave, const Uop& uop, const MemoryAccess& access);
  void global_access(const Wave& wave, const Uop& uop, const MemoryAccess& access);
  void report_clash(const Wave& wave, const Uop& uop, const MemoryAccess& access, unsigned lane,
                    uint64_t byte, const Clash& clash);
  void check_defined(const Wave& wave, const Uop& uop, const MemoryAccess& access, unsigned lane);
  [[nodiscard]] TouchedPage& page_of(uint64_t number);
  /// Where a lane of the wave went in this access of the instruction.
  [[nodiscard]] uint64_t address_of(const Wave& wave, const MemoryAccess& access,
                                    unsigned lane) const;
  [[nodiscard]] uint8_t stored_byte(const Wave& wave, const Uop& uop, unsigned lane,
                                    uint64_t byte) const;
  [[nodiscard]] bool same_values(const Wave& wave, const Uop& uop, const MemoryAccess& access,
                                 unsigned one, unsigned other, uint64_t byte) const;
  /// "LDS offset 0x120", "byte 8 of A".
  [[nodiscard]] std::string place(const Wave& wave, const MemoryAccess& access,
                                  uint64_t address) const;
  void check_lds_alignment(const Wave& wave, const Uop& uop, const MemoryAccess& access);
  void check_scalar_address(const Wave& wave, const Uop& uop);
  void check_descriptor(const Wave& wave, const Uop& uop);
  /// What `wave` knows of the others; stamps of `writes` and `reads` as Shadow wants them.
  [[nodiscard]] Before before(const Wave& wave, MemoryAccess::Space space);
  [[nodiscard]] Party party(const Wave& wave, const Uop& uop, int lane, std::string does) const;
  [[nodiscard]] const Uop* slot_of(unsigned wave, Counter counter, uint32_t operation) const;

  GlobalShadow& memory_;
  Sites sites_;
  FindingLog log_;
  std::vector<WaveState> waves_;
  std::optional<Shadow> lds_;
  std::vector<uint32_t> writes_before_, reads_before_;
  WorkgroupPages pages_;
  TouchedPage* last_page_ = nullptr;
  uint64_t last_page_number_ = 0;
};

}  // namespace tilewright::emu::check
