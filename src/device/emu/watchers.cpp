// SPDX-License-Identifier: MIT
#include "device/emu/watchers.hpp"

#include <utility>

#include "device/emu/findings.hpp"
#include "emu/exec/initial_state.hpp"

namespace tilewright::device {
namespace {

Counters in_words(const emu::count::Counts& counts, const emu::count::TrafficBytes& traffic) {
  using emu::count::Class;
  Counters c;
  c.workgroups = counts.workgroups;
  c.instructions = counts.instructions();
  c.wmmas = counts[Class::wmma];
  c.valu = counts[Class::valu];
  c.salu = counts[Class::salu];
  c.lds = counts[Class::lds];
  c.vmem = counts[Class::vmem];
  c.smem = counts[Class::smem];
  c.branches = counts[Class::branch];
  c.barriers = counts[Class::barrier];
  c.waits = counts[Class::wait];
  c.lds_accesses = counts.lds_accesses;
  c.lds_clocks = counts.lds_clocks;
  c.lds_conflict_clocks = counts.lds_conflict_clocks;
  c.loaded_bytes = counts.loaded_bytes;
  c.stored_bytes = counts.stored_bytes;
  c.lines_32 = counts.lines32;
  c.lines_64 = counts.lines64;
  c.lines_128 = counts.lines128;
  c.l2_bytes = traffic.l2;
  c.dram_read_bytes = traffic.dram_read;
  c.dram_written_bytes = traffic.dram_written;
  for (const auto& [name, count] : counts.by_opcode) c.by_opcode.emplace_back(name, count);
  return c;
}

}  // namespace

/// Passes what happens to both watchers.
struct Watchers::Worker final : emu::Observer {
  std::optional<emu::check::Checker> checker;
  std::optional<emu::count::Tally> tally;

  void on_workgroup_begin(const emu::Workgroup& group) override {
    if (checker) checker->on_workgroup_begin(group);
    if (tally) tally->on_workgroup_begin(group);
  }
  void on_workgroup_end(const emu::Workgroup& group) override {
    if (checker) checker->on_workgroup_end(group);
    if (tally) tally->on_workgroup_end(group);
  }
  void on_instruction(const emu::Wave& wave, const emu::Uop& uop) override {
    if (checker) checker->on_instruction(wave, uop);
    if (tally) tally->on_instruction(wave, uop);
  }
  void on_access(const emu::Wave& wave, const emu::Uop& uop,
                 const emu::MemoryAccess& access) override {
    if (checker) checker->on_access(wave, uop, access);
    if (tally) tally->on_access(wave, uop, access);
  }
};

Watchers::Watchers(Wanted wanted, const std::string& arch, const emu::Program& program,
                   const codeobject::Kernel& kernel, const emu::Geometry& geometry,
                   std::span<const emu::Allocation> made, emu::check::DefinedBytes& defined)
    : wanted_(wanted),
      program_(program),
      kernel_(kernel),
      geometry_(geometry),
      shadow_(defined),
      system_(emu::count::memory_system(arch)),
      placement_(made) {
  if (!wanted.counters) return;  // the caches' tags take some megabytes
  const emu::WaveSize size = emu::wave_size_of(kernel.descriptor);
  traffic_.emplace(system_,
                   emu::count::workgroups_per_cu(
                       kernel.resources.vgprs,
                       kernel.descriptor.group_segment_bytes + geometry.dynamic_lds_bytes,
                       static_cast<unsigned>(geometry.waves(size)), emu::lanes_of(size)),
                   geometry.workgroup_count());
}

emu::Observer* Watchers::add_worker() {
  workers_.push_back(std::make_shared<Worker>());
  Worker& worker = *workers_.back();
  if (wanted_.strict) worker.checker.emplace(program_, shadow_);
  if (wanted_.counters)
    worker.tally.emplace(program_.instruction_set(), *traffic_, placement_, system_);
  return &worker;
}

LaunchReport Watchers::report(const emu::MemoryMap& map) {
  LaunchReport report;
  if (wanted_.strict) {
    emu::check::FindingLog log;
    for (const auto& worker : workers_) log.merge(std::move(worker->checker->log()));
    shadow_.find_conflicts(map, log);
    report.findings = findings_in_words(log, program_, kernel_, geometry_);
  }
  if (wanted_.counters) {
    emu::count::Counts all;
    for (const auto& worker : workers_) all.add(worker->tally->counts());
    report.counters = in_words(all, traffic_->finish());
  }
  return report;
}

}  // namespace tilewright::device
