// SPDX-License-Identifier: MIT
#include "hip_runtime/repeats.hpp"

#include <algorithm>
#include <cstring>

#include "core/machine_memory.hpp"

namespace tilewright::hip {
namespace {

const std::byte* bytes_of(const emu::Allocation& each) {
  return reinterpret_cast<const std::byte*>(each.begin);
}

/// A copy may take a quarter of the machine's memory: the program needs its own.
bool may_copy(std::span<const emu::Allocation> memory) {
  uint64_t bytes = 0;
  for (const emu::Allocation& each : memory) bytes += each.end - each.begin;
  return bytes <= machine_memory() / 4;
}

}  // namespace

void Snapshot::take(std::span<const emu::Allocation> memory) {
  if (!may_copy(memory)) return forget();
  blocks_.resize(memory.size());  // whose vectors keep their memory
  for (size_t i = 0; i < memory.size(); ++i) {
    blocks_[i].begin = memory[i].begin;
    blocks_[i].bytes.assign(bytes_of(memory[i]),
                            bytes_of(memory[i]) + (memory[i].end - memory[i].begin));
  }
}

bool Snapshot::is(std::span<const emu::Allocation> memory) const {
  return !blocks_.empty() &&
         std::ranges::equal(blocks_, memory, [](const Block& block, const emu::Allocation& each) {
           return block.begin == each.begin && block.bytes.size() == each.end - each.begin &&
                  std::memcmp(block.bytes.data(), bytes_of(each), block.bytes.size()) == 0;
         });
}

const device::LaunchReport* Repeats::find(const Launch& launch,
                                          std::span<const emu::Allocation> memory) {
  begun_from_it_ = memory_.is(memory);
  if (!begun_from_it_) return nullptr;
  const auto known = std::ranges::find(known_, launch, &Known::launch);
  return known == known_.end() ? nullptr : &known->report;
}

void Repeats::ended(const Launch& launch, const device::LaunchReport& report,
                    std::span<const emu::Allocation> memory) {
  if (begun_from_it_ && memory_.is(memory)) {
    known_.push_back({launch, report});
    return;
  }
  known_.clear();
  memory_.take(memory);
}

void Repeats::forget() {
  known_.clear();
  memory_.forget();
}

}  // namespace tilewright::hip
