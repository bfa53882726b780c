// Counts what a launch does. A watcher, one for each worker; the tallies of all are added up.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "emu/count/banks.hpp"
#include "emu/count/placement.hpp"
#include "emu/count/traffic.hpp"
#include "emu/exec/observer.hpp"
#include "emu/isa/instruction_set.hpp"

namespace tilewright::emu::count {

enum class Class : uint8_t { valu, wmma, salu, lds, vmem, smem, branch, barrier, wait, other };
inline constexpr unsigned kClasses = 10;
[[nodiscard]] Class class_of(const Instruction& row);
[[nodiscard]] std::string_view name(Class of);

struct Counts {
  uint64_t workgroups = 0;
  uint64_t by_class[kClasses] = {};
  std::map<std::string_view, uint64_t> by_opcode;
  uint64_t lds_accesses = 0;
  uint64_t lds_clocks = 0;           ///< model: without conflicts
  uint64_t lds_conflict_clocks = 0;  ///< model: in addition
  uint64_t loaded_bytes = 0, stored_bytes = 0;
  uint64_t lines32 = 0, lines64 = 0, lines128 = 0;  ///< by instruction

  [[nodiscard]] uint64_t operator[](Class of) const { return by_class[static_cast<unsigned>(of)]; }
  [[nodiscard]] uint64_t instructions() const;
  void add(const Counts& more);
};

class Tally final : public Observer {
 public:
  /// `placement`: of the memory that the launch works on.
  Tally(const InstructionSet& instructions, Traffic& traffic, const Placement& placement,
        const MemorySystem& system, Phases phases = {});

  void on_workgroup_begin(const Workgroup& group) override;
  void on_workgroup_end(const Workgroup& group) override;
  void on_instruction(const Wave& wave, const Uop& uop) override;
  void on_access(const Wave& wave, const Uop& uop, const MemoryAccess& access) override;

  [[nodiscard]] const Counts& counts();

 private:
  /// A lane wants `line`: of L2, unless the first level has it or, which writes through, gathers
  /// the store with the ones before it.
  void ask(uint64_t line, bool write);

  const InstructionSet& instructions_;
  Traffic& traffic_;
  const Placement& placement_;
  Placement::Range last_;  ///< allocation of the last access: mostly that of the next
  Phases phases_;
  Cache l0_;
  Counts counts_;
  std::vector<uint64_t> by_row_;
  /// LDS accesses of the instruction by the halves of a wave64: a pair is one.
  unsigned lds_accesses_of_half_[2] = {};
  std::vector<Request> requests_;
};

}  // namespace tilewright::emu::count
