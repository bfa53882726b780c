// SPDX-License-Identifier: MIT
#include "emu/count/cache.hpp"

#include <algorithm>
#include <utility>

namespace tilewright::emu::count {

Cache::Cache(uint64_t bytes, unsigned ways)
    : ways_(ways),
      sets_(bytes / kLineBytes / ways),
      blocks_((sets_ + kSetsOfBlock - 1) / kSetsOfBlock) {}

Cache::Way* Cache::set_of(uint64_t line) {
  // Power-of-two strides must not all fall into a few sets, as no real cache lets them.
  const uint64_t hashed = (line ^ line >> 13 ^ line >> 27) % sets_;
  std::vector<Way>& block = blocks_[hashed / kSetsOfBlock];
  if (block.empty()) block.resize(kSetsOfBlock * ways_);
  return &block[hashed % kSetsOfBlock * ways_];
}

Cache::Outcome Cache::access(uint64_t line, bool write) {
  Way* const first = set_of(line);
  Way* const end = first + ways_;
  Way* way = std::find_if(first, end, [line](const Way& w) { return w.line == line; });
  Outcome outcome;
  if (way != end) {
    outcome.hit = true;
    outcome.hit_dirty = way->dirty;
  } else {
    way = std::min_element(first, end, [](const Way& a, const Way& b) { return a.used < b.used; });
    outcome.evicts_dirty = way->dirty;
    outcome.evicted = way->line;
    *way = {line, 0, false};
  }
  way->used = ++clock_;
  way->dirty = way->dirty || write;
  return outcome;
}

void Cache::clean(uint64_t line) {
  Way* const first = set_of(line);
  Way* const way =
      std::find_if(first, first + ways_, [line](const Way& w) { return w.line == line; });
  if (way != first + ways_) way->dirty = false;
}

uint64_t Cache::flush() {
  uint64_t dirty = 0;
  for (std::vector<Way>& block : blocks_) {
    for (Way& way : block) dirty += std::exchange(way, {}).dirty ? 1 : 0;
  }
  return dirty;
}

}  // namespace tilewright::emu::count
