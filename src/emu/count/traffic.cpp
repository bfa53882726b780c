// SPDX-License-Identifier: MIT
#include "emu/count/traffic.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "arch/cards.hpp"
#include "arch/targets.hpp"

namespace tilewright::emu::count {
namespace {

constexpr unsigned kWays = 16;

}  // namespace

MemorySystem memory_system(std::string_view arch) {
  const auto* target = std::ranges::find(targets, arch, &Target::name);
  if (target == std::end(targets)) return {};
  const Card card = card_of(*target);
  return {.compute_units = static_cast<unsigned>(card.compute_units),
          .l2_bytes = static_cast<uint64_t>(card.l2_mib) << 20,
          .infinity_bytes = static_cast<uint64_t>(card.infinity_cache_mib) << 20};
}

unsigned workgroups_per_cu(unsigned vgprs, uint32_t lds_bytes, unsigned waves, unsigned wave_size) {
  // The same for all targets.
  const Limits limits = for_wave_size(Limits{}, static_cast<int>(wave_size));
  // Figures beyond the limits come from corrupted code objects, which are refused elsewhere.
  const auto within = [](unsigned value, int most) {
    return static_cast<int>(std::clamp(value, 1u, static_cast<unsigned>(most)));
  };
  const int workgroups = whole_workgroups_per_cu(
      limits, within(vgprs, limits.vgprs_per_wave),
      lds_bytes == 0 ? 0 : within(lds_bytes, limits.lds_bytes),
      limits.wave_size * within(waves, limits.threads_per_workgroup / limits.wave_size));
  return static_cast<unsigned>(std::max(1, workgroups));
}

Traffic::Traffic(const MemorySystem& system, unsigned workgroups_per_cu, uint64_t workgroups)
    : generation_(uint64_t{system.compute_units} * std::max(workgroups_per_cu, 1u)),
      workgroups_(workgroups),
      l2_(system.l2_bytes, kWays),
      infinity_(system.infinity_bytes, kWays) {}

void Traffic::add(uint64_t workgroup, std::vector<Request> requests) {
  const std::scoped_lock lock(mutex_);
  waiting_.emplace(workgroup, std::move(requests));
  for (;;) {
    const uint64_t end = std::min(next_ + generation_, workgroups_);
    const auto first = waiting_.begin();
    if (next_ == end || first == waiting_.end() || first->first != next_) return;
    if (waiting_.size() < end - next_) return;
    if (std::next(first, static_cast<ptrdiff_t>(end - next_ - 1))->first != end - 1) return;
    run_generation();
    next_ = end;
  }
}

void Traffic::run_generation() {
  const uint64_t end = std::min(next_ + generation_, workgroups_);
  const auto last = waiting_.lower_bound(end);
  size_t longest = 0;
  for (auto at = waiting_.begin(); at != last; ++at) longest = std::max(longest, at->second.size());
  for (size_t i = 0; i < longest; ++i) {
    for (auto at = waiting_.begin(); at != last; ++at) {
      if (i >= at->second.size()) continue;
      const Request request = at->second[i];
      bytes_.l2 += kLineBytes;
      const Cache::Outcome outcome = l2_.access(request.line, request.write != 0);
      if (outcome.hit) continue;
      if (outcome.evicts_dirty && infinity_.access(outcome.evicted, true).evicts_dirty) {
        bytes_.dram_written += kLineBytes;
      }
      if (request.write != 0) continue;  // whole lines are written, nothing is fetched
      const Cache::Outcome behind = infinity_.access(request.line, false);
      if (!behind.hit) bytes_.dram_read += kLineBytes;
      if (behind.evicts_dirty) bytes_.dram_written += kLineBytes;
    }
  }
  waiting_.erase(waiting_.begin(), last);
}

TrafficBytes Traffic::finish() {
  const std::scoped_lock lock(mutex_);
  if (!waiting_.empty()) run_generation();
  bytes_.dram_written += (l2_.flush() + infinity_.flush()) * kLineBytes;
  return bytes_;
}

}  // namespace tilewright::emu::count
