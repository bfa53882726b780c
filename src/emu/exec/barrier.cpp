// The workgroup barrier (ISA manual of RDNA 4, "Barriers"): a count of signals and, for each
// member, a bit that says that the barrier has completed since the member last waited. Waves that
// have ended count as having signalled; in a workgroup of one wave barriers are no-ops.
// SPDX-License-Identifier: MIT
#include "emu/exec/fault.hpp"
#include "emu/exec/wave.hpp"

namespace tilewright::emu {
namespace {

void complete_if_all_arrived(Workgroup& group) {
  if (group.signals == 0 || group.signals + group.ended < group.waves.size()) return;
  group.signals = 0;
  Observer* observer = nullptr;
  for (Wave& member : group.waves) {
    if (member.status == WaveStatus::ended) continue;
    observer = member.observer;
    member.barrier_complete = true;
    if (member.status == WaveStatus::at_barrier) {
      member.status = WaveStatus::running;
      barrier_wait(member);
    }
  }
  if (observer != nullptr) observer->on_barrier(group);
}

}  // namespace

bool barrier_signal(Wave& wave) {
  Workgroup& group = *wave.group;
  if (group.waves.size() == 1) return true;
  if (wave.barrier_signalled) {
    fault(-1, "signals the workgroup barrier twice without waiting for it in between");
  }
  wave.barrier_signalled = true;
  const bool first = group.signals++ == 0;
  complete_if_all_arrived(group);
  return first;
}

void barrier_wait(Wave& wave) {
  if (wave.group->waves.size() == 1) return;
  if (!wave.barrier_complete) {
    wave.status = WaveStatus::at_barrier;
    return;
  }
  wave.barrier_complete = false;
  wave.barrier_signalled = false;
}

void barrier_leave(Wave& wave) {
  if (wave.barrier_signalled) {
    fault(-1, "ends after it has signalled the workgroup barrier and not waited for it");
  }
  wave.status = WaveStatus::ended;
  ++wave.group->ended;
  complete_if_all_arrived(*wave.group);
}

}  // namespace tilewright::emu
