// SPDX-License-Identifier: MIT
#include "emu/count/tally.hpp"

#include <numeric>
#include <utility>

#include "emu/exec/wave.hpp"

namespace tilewright::emu::count {
namespace {

constexpr unsigned kL0Ways = 4;

}  // namespace

Class class_of(const Instruction& row) {
  switch (row.shape) {
    case Shape::wmma:
      return Class::wmma;
    case Shape::lds:
      return Class::lds;
    case Shape::global:
    case Shape::buffer:
      return Class::vmem;
    case Shape::smem:
    case Shape::smem_buffer:
      return Class::smem;
    case Shape::sop1:
    case Shape::sop2:
    case Shape::sopc:
    case Shape::sopk:
    case Shape::sopp:
      break;
    default:
      return Class::valu;
  }
  const std::string_view name = row.name;
  if (name == "s_barrier" || name.starts_with("s_barrier_signal")) return Class::barrier;
  if (name.starts_with("s_wait") || name == "s_barrier_wait") return Class::wait;
  if ((row.flags & kBranch) != 0) return Class::branch;
  return row.shape == Shape::sopp ? Class::other : Class::salu;
}

std::string_view name(Class of) {
  constexpr std::string_view names[] = {"valu", "wmma",   "salu",    "lds",  "vmem",
                                        "smem", "branch", "barrier", "wait", "other"};
  return names[static_cast<unsigned>(of)];
}

uint64_t Counts::instructions() const {
  return std::accumulate(std::begin(by_class), std::end(by_class), uint64_t{0});
}

void Counts::add(const Counts& more) {
  workgroups += more.workgroups;
  for (unsigned i = 0; i < kClasses; ++i) by_class[i] += more.by_class[i];
  for (const auto& [opcode, count] : more.by_opcode) by_opcode[opcode] += count;
  lds_accesses += more.lds_accesses;
  lds_clocks += more.lds_clocks;
  lds_conflict_clocks += more.lds_conflict_clocks;
  loaded_bytes += more.loaded_bytes;
  stored_bytes += more.stored_bytes;
  lines32 += more.lines32;
  lines64 += more.lines64;
  lines128 += more.lines128;
}

Tally::Tally(const InstructionSet& instructions, Traffic& traffic, const Placement& placement,
             const MemorySystem& system, Phases phases)
    : instructions_(instructions),
      traffic_(traffic),
      placement_(placement),
      phases_(phases),
      l0_(system.l0_bytes, kL0Ways),
      by_row_(instructions.instructions().size()) {}

void Tally::on_workgroup_begin(const Workgroup&) {
  l0_.flush();
  requests_.clear();
}

void Tally::on_workgroup_end(const Workgroup& group) {
  ++counts_.workgroups;
  traffic_.add(group.index, std::exchange(requests_, {}));
}

void Tally::on_instruction(const Wave&, const Uop& uop) {
  ++by_row_[uop.row];
  lds_accesses_of_half_[0] = lds_accesses_of_half_[1] = 0;
}

void Tally::on_access(const Wave& wave, const Uop&, const MemoryAccess& access) {
  const auto bytes =
      uint64_t{access.bytes} * static_cast<unsigned>(__builtin_popcount(access.lanes));
  if (access.space == MemoryAccess::Space::lds) {
    const LdsClocks clocks = lds_clocks(access.address, access.lanes, access.bytes, phases_);
    const unsigned number = ++lds_accesses_of_half_[wave.half];
    if (number > lds_accesses_of_half_[1 - wave.half]) ++counts_.lds_accesses;
    counts_.lds_clocks += clocks.needed;
    counts_.lds_conflict_clocks += clocks.conflicts;
    return;
  }
  if (access.space != MemoryAccess::Space::global || access.lanes == 0) return;
  (access.write ? counts_.stored_bytes : counts_.loaded_bytes) += bytes;
  const Lines lines = touched_lines(access.address, access.lanes, access.bytes);
  counts_.lines32 += lines.of32;
  counts_.lines64 += lines.of64;
  counts_.lines128 += lines.of128;
  const size_t before = requests_.size();
  for (uint32_t left = access.lanes; left != 0; left &= left - 1) {
    const uint64_t address = access.address[__builtin_ctz(left)];
    if (!last_.holds(address)) last_ = placement_.range_of(address);
    const uint64_t at = last_.modelled(address);
    for (uint64_t line = at / kLineBytes; line <= (at + access.bytes - 1) / kLineBytes; ++line) {
      ask(line, access.write);
    }
  }
  if (access.atomic) {  // each goes to L2, whatever the last one did
    for (size_t i = before; i < requests_.size(); ++i) l0_.clean(requests_[i].line);
  }
}

void Tally::ask(uint64_t line, bool write) {
  const Cache::Outcome outcome = l0_.access(line, write);
  if (!outcome.hit || (write && !outcome.hit_dirty)) requests_.push_back({line, write ? 1u : 0u});
  // Stores are gathered only until somebody reads.
  if (!write && outcome.hit_dirty) l0_.clean(line);
}

const Counts& Tally::counts() {
  for (size_t i = 0; i < by_row_.size(); ++i) {
    if (by_row_[i] == 0) continue;
    const Instruction& row = instructions_.instructions()[i];
    counts_.by_class[static_cast<unsigned>(class_of(row))] += by_row_[i];
    counts_.by_opcode[row.name] += by_row_[i];
    by_row_[i] = 0;
  }
  return counts_;
}

}  // namespace tilewright::emu::count
