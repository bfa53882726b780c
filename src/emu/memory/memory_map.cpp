// SPDX-License-Identifier: MIT
#include "emu/memory/memory_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tilewright::emu {
namespace {

bool begins_after(uint64_t address, const Allocation& allocation) {
  return address < allocation.begin;
}

/// A distance beyond this says nothing; below it an index that has wrapped around still shows.
constexpr uint64_t near = uint64_t{1} << 36;

/// "12 bytes past", "just past".
std::string at_distance(uint64_t bytes, const char* side) {
  return bytes == 0 ? fmt::format("just {}", side) : fmt::format("{} bytes {}", bytes, side);
}

std::string label(const Allocation& allocation) {
  return fmt::format("{} [{:#x}, {:#x})", allocation.name, allocation.begin, allocation.end);
}

}  // namespace

void MemoryMap::add(Allocation allocation) {
  const auto after =
      std::upper_bound(sorted_.begin(), sorted_.end(), allocation.begin, begins_after);
  sorted_.insert(after, std::move(allocation));
}

void MemoryMap::remove(uint64_t begin) {
  std::erase_if(sorted_, [begin](const Allocation& a) { return a.begin == begin; });
}

std::vector<Allocation>::const_iterator MemoryMap::at_or_before(uint64_t address) const noexcept {
  const auto after = std::upper_bound(sorted_.begin(), sorted_.end(), address, begins_after);
  return after == sorted_.begin() ? sorted_.end() : after - 1;
}

const Allocation* MemoryMap::find(uint64_t address, uint64_t bytes) const noexcept {
  const auto found = at_or_before(address);
  if (found == sorted_.end() || address > found->end || bytes > found->end - address) {
    return nullptr;
  }
  return &*found;
}

std::string MemoryMap::describe(uint64_t address, uint64_t bytes) const {
  if (sorted_.empty()) return "no memory is allocated";
  const auto before = at_or_before(address);
  if (before != sorted_.end() && address < before->end) {
    const uint64_t inside = before->end - address;
    if (bytes <= inside) {
      return fmt::format("byte {} of {}", address - before->begin, label(*before));
    }
    return fmt::format("{} of the bytes are past the end of {}", bytes - inside, label(*before));
  }
  const auto after = before == sorted_.end() ? sorted_.begin() : before + 1;
  const bool past = after == sorted_.end() ||
                    (before != sorted_.end() && address - before->end <= after->begin - address);
  if ((past ? address - before->end : after->begin - address) > near) {
    return "no allocation is near";
  }
  if (past) {
    return at_distance(address - before->end, "past") + " the end of " + label(*before);
  }
  return at_distance(after->begin - address, "before") + " " + label(*after);
}

}  // namespace tilewright::emu
