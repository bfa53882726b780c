// SPDX-License-Identifier: MIT
#include "emu/exec/code.hpp"

#include <algorithm>
#include <functional>

#include "emu/exec/fault.hpp"

namespace tilewright::emu {
namespace {

/// What an undecoded slot runs in a wave32; the loop of a wave64 decodes before it executes.
void decode_and_run(Wave& wave, const Uop& slot) {
  wave.code->decode(slot, wave.vgprs);
  wave.next = &slot + slot.dwords.load(std::memory_order_relaxed);
  slot.run.load(std::memory_order_acquire)(wave, slot);
}

}  // namespace

void Code::add(uint64_t address, std::span<const uint32_t> dwords) {
  Segment segment{address, dwords, std::make_unique<Uop[]>(dwords.size() + 1)};
  for (size_t i = 0; i <= dwords.size(); ++i) {
    segment.slots[i].run.store(decode_and_run, std::memory_order_relaxed);
  }
  segments_.push_back(std::move(segment));
}

const Uop* Code::at(uint64_t address) const {
  if (address % 4 != 0) fault(-1, "jumps to {:#x}, which is not a multiple of 4", address);
  for (const Segment& segment : segments_) {
    const uint64_t index = (address - segment.address) / 4;
    if (address >= segment.address && index < segment.dwords.size()) return &segment.slots[index];
  }
  fault(-1, "jumps to {:#x}, which is outside the code of its module", address);
}

const Code::Segment& Code::segment_of(const Uop* slot) const {
  const auto holds = [slot](const Segment& segment) {
    const Uop* first = segment.slots.get();
    const std::less<> before;  // a total order, also between arrays
    return !before(slot, first) && !before(first + segment.dwords.size(), slot);
  };
  const auto found = std::find_if(segments_.begin(), segments_.end(), holds);
  if (found == segments_.end()) fault(-1, "the program counter has left the code of its module");
  return *found;
}

CodePlace Code::place_of(const Uop* slot) const {
  const Segment& segment = segment_of(slot);
  const auto index = static_cast<size_t>(slot - segment.slots.get());
  return {.segment = segment.dwords,
          .index = index,
          .address = segment.address + 4 * index,
          .wave_size = wave_size_};
}

uint64_t Code::address_of(const Uop* slot) const { return place_of(slot).address; }

bool Code::is_decoded(const Uop& slot) {
  return slot.run.load(std::memory_order_acquire) != decode_and_run;
}

void Code::decode(const Uop& slot, unsigned vgprs) const {
  const Segment& segment = segment_of(&slot);
  CodePlace place = place_of(&slot);
  place.vgprs = vgprs;
  if (place.index == segment.dwords.size()) fault(-1, "runs past the end of the code");
  const std::scoped_lock lock(mutex_);
  if (is_decoded(slot)) return;
  Uop& to = segment.slots[place.index];
  decoded_.push_back({decoder_.decode(place, to), &to});
}

void Code::forget_beyond(unsigned vgprs) const {
  const std::scoped_lock lock(mutex_);
  std::erase_if(decoded_, [vgprs](const Need& need) {
    if (need.vgprs <= vgprs) return false;
    need.slot->run.store(decode_and_run, std::memory_order_release);
    return true;
  });
}

}  // namespace tilewright::emu
