// SPDX-License-Identifier: MIT
#include "emu/check/global_shadow.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tilewright::emu::check {
namespace {

/// Bits [first, first + count) of a word, count from 1 to 64.
uint64_t ones(uint32_t first, uint32_t count) {
  const uint64_t low = count < 64 ? (uint64_t{1} << count) - 1 : ~uint64_t{0};
  return low << first;
}

/// Calls f(word, bits) for the words that hold bits [first, first + count).
template <class F>
void each_word(uint64_t first, uint64_t count, F&& f) {
  while (count != 0) {
    const auto bit = static_cast<uint32_t>(first % 64);
    const auto here = static_cast<uint32_t>(std::min<uint64_t>(count, 64 - bit));
    f(first / 64, ones(bit, here));
    first += here;
    count -= here;
  }
}

}  // namespace

void PageMask::set(uint32_t first, uint32_t count) {
  each_word(first, count, [this](uint64_t word, uint64_t bits) { words[word] |= bits; });
}

bool PageMask::all(uint32_t first, uint32_t count) const {
  bool result = true;
  each_word(first, count,
            [&](uint64_t word, uint64_t bits) { result = result && (words[word] & bits) == bits; });
  return result;
}

std::string memory_place(const MemoryMap& map, uint64_t address) {
  const Allocation* found = map.find(address, 1);
  if (found == nullptr) return map.describe(address);
  return fmt::format("byte {} of {}", address - found->begin, found->name);
}

void TouchedPage::watch_waves(unsigned wave_count) {
  waves = std::make_unique<Shadow>(kPageBytes, wave_count, true);
  const std::vector<uint32_t> nothing(wave_count, 0);
  for (const auto& [wave, by] : readers) {
    for (uint32_t byte = 0; byte < kPageBytes; ++byte) {
      const bool dword = byte % 4 == 0 && by.bytes.all(byte, 4);
      if (!dword && !by.bytes.all(byte, 1)) continue;
      waves->access(byte, dword ? 4 : 1, {wave, by.stamp, false, false}, {nothing, nothing},
                    [](uint32_t, const Clash&) {});
      if (dword) byte += 3;
    }
  }
  readers.clear();
}

void DefinedBytes::add(uint64_t begin, uint64_t bytes) {
  Block block{bytes, std::make_unique<std::atomic<uint64_t>[]>(bytes / 64 + 1)};
  blocks_.insert_or_assign(begin, std::move(block));
}

void DefinedBytes::remove(uint64_t begin) { blocks_.erase(begin); }

const std::pair<const uint64_t, DefinedBytes::Block>* DefinedBytes::find(uint64_t address) const {
  auto next = blocks_.upper_bound(address);
  if (next == blocks_.begin()) return nullptr;
  --next;
  return address - next->first < next->second.bytes ? &*next : nullptr;
}

void DefinedBytes::define(uint64_t address, uint64_t bytes) {
  const auto* found = find(address);
  if (found == nullptr) return;
  each_word(address - found->first, bytes, [found](uint64_t word, uint64_t bits) {
    auto& target = found->second.words[word];
    if ((target.load(std::memory_order_relaxed) & bits) != bits) {
      target.fetch_or(bits, std::memory_order_relaxed);
    }
  });
}

uint64_t DefinedBytes::defined_prefix(uint64_t address, uint64_t bytes) const {
  const auto* found = find(address);
  if (found == nullptr) return bytes;
  const auto defined = [found](uint64_t offset, uint64_t count) {
    bool all = true;
    each_word(offset, count, [&](uint64_t word, uint64_t bits) {
      all = all && (found->second.words[word].load(std::memory_order_relaxed) & bits) == bits;
    });
    return all;
  };
  const uint64_t offset = address - found->first;
  if (defined(offset, bytes)) return bytes;
  uint64_t prefix = 0;
  while (defined(offset + prefix, 1)) ++prefix;
  return prefix;
}

void GlobalShadow::note(std::vector<Touch>& touches, const PageMask& bytes, uint64_t workgroup,
                        const Uop* slot) {
  const auto same = std::ranges::find(touches, bytes, &Touch::bytes);
  if (same == touches.end()) {
    touches.push_back({bytes, workgroup, workgroup, slot, slot});
    return;
  }
  if (workgroup < same->first) {
    same->first = workgroup;
    same->first_slot = slot;
  }
  if (workgroup > same->last) {
    same->last = workgroup;
    same->last_slot = slot;
  }
}

void GlobalShadow::merge(uint64_t workgroup, const WorkgroupPages& pages) {
  const std::scoped_lock lock(mutex_);
  for (const auto& [number, touched] : pages) {
    Page& page = pages_[number];
    if (touched.reader != nullptr) note(page.reads, touched.reads, workgroup, touched.reader);
    if (touched.writer != nullptr) note(page.writes, touched.writes, workgroup, touched.writer);
  }
}

void GlobalShadow::find_conflicts(const MemoryMap& map, FindingLog& log) const {
  // Sorted, so that the first occurrence does not depend on which workgroup ended first.
  const auto by_workgroup = [](const Touch& a, const Touch& b) { return a.first < b.first; };
  for (const auto& entry : pages_) {
    const uint64_t number = entry.first;
    const Page& page = entry.second;
    if (page.writes.empty()) continue;
    std::vector<Touch> writes = page.writes;
    std::vector<Touch> reads = page.reads;
    std::ranges::sort(writes, by_workgroup);
    std::ranges::sort(reads, by_workgroup);
    const auto compare = [&](const Touch& a, const Touch& b, const char* does) {
      const bool a_first = a.first != b.last;
      if (!a_first && a.last == b.first) return;  // one and the same workgroup
      for (uint32_t word = 0; word < a.bytes.words.size(); ++word) {
        const uint64_t both = a.bytes.words[word] & b.bytes.words[word];
        if (both == 0) continue;
        const uint64_t address =
            number * kPageBytes + word * 64 + static_cast<unsigned>(__builtin_ctzll(both));
        const uint64_t at_a = a_first ? a.first : a.last;
        const uint64_t at_b = a_first ? b.last : b.first;
        const Uop* const slot_a = a_first ? a.first_slot : a.last_slot;
        const Uop* const slot_b = a_first ? b.last_slot : b.first_slot;
        log.add(Kind::global_race, slot_b, slot_a, [&] {
          const std::string where = memory_place(map, address);
          return Finding{
              .kind = Kind::global_race,
              .here = {slot_b, at_b, -1, -1, fmt::format("{} {}", does, where)},
              .other = Party{slot_a, at_a, -1, -1, "writes the same byte in the same launch"}};
        });
        return;
      }
    };
    for (size_t i = 0; i < writes.size(); ++i) {
      if (writes[i].first != writes[i].last) compare(writes[i], writes[i], "writes");
      for (size_t j = i + 1; j < writes.size(); ++j) compare(writes[i], writes[j], "writes");
      for (const Touch& read : reads) compare(writes[i], read, "reads");
    }
  }
}

}  // namespace tilewright::emu::check
