// SPDX-License-Identifier: MIT
#include "emu/check/outstanding.hpp"

#include <algorithm>

namespace tilewright::emu::check {

void Outstanding::reset() {
  for (auto& queue : queues_) queue.clear();
  issued_ = {};
  for (auto& numbers : numbers_) numbers.fill(0);
  waiting_.reset();
  pending_ = 0;
}

const Uop* Outstanding::slot_of(unsigned counter, uint32_t number) const {
  const auto found = std::ranges::find(queues_[counter], number, &Operation::number);
  return found == queues_[counter].end() ? nullptr : found->slot;
}

void Outstanding::issue(const Site& site, const Uop& uop) {
  const auto writes = site.use.writes();
  for (unsigned c = 0; c < kCounters; ++c) {
    if ((site.issues.bits >> c & 1) == 0) continue;
    Operation operation{++issued_[c], &uop, site.out_of_order,
                        writes.empty() ? Places{} : Places(writes[0], site.written_halves)};
    const Places& target = operation.target;
    for (unsigned i = target.first; i < target.end; i += target.step) {
      numbers_[c][i] = operation.number;
      waiting_.set(i);
    }
    if (target.end != 0) ++pending_;
    queues_[c].push_back(operation);
  }
}

void Outstanding::complete(unsigned counter, const Operation& operation) {
  const Places& target = operation.target;
  if (target.end == 0) return;
  --pending_;
  for (unsigned i = target.first; i < target.end; i += target.step) {
    if (numbers_[counter][i] != operation.number) continue;
    numbers_[counter][i] = 0;
    const bool any = std::ranges::any_of(numbers_, [i](const auto& n) { return n[i] != 0; });
    if (!any) waiting_.reset(i);
  }
}

void Outstanding::wait(const Waits& waits) {
  for (unsigned c = 0; c < kCounters; ++c) {
    auto& queue = queues_[c];
    const uint32_t left = waits.left[c];
    if (left >= queue.size()) continue;
    const auto last = queue.end() - static_cast<ptrdiff_t>(left);
    const auto done = [left](const Operation& o) { return !o.out_of_order || left == 0; };
    std::for_each(queue.begin(), last, [&](const Operation& o) {
      if (done(o)) complete(c, o);
    });
    queue.erase(std::remove_if(queue.begin(), last, done), last);
  }
}

}  // namespace tilewright::emu::check
