// A set-associative cache with LRU replacement and write-back: a model.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace tilewright::emu::count {

inline constexpr uint64_t kLineBytes = 128;

class Cache {
 public:
  Cache(uint64_t bytes, unsigned ways);

  struct Outcome {
    bool hit = false;
    bool hit_dirty = false;  ///< and the line had been written
    bool evicts_dirty = false;
    uint64_t evicted = 0;  ///< the line, if it was dirty
  };
  /// `line`: an address divided by kLineBytes.
  Outcome access(uint64_t line, bool write);
  /// The line, if it is here, is as what lies behind has it.
  void clean(uint64_t line);
  /// Forgets everything; returns how many lines were dirty.
  uint64_t flush();

 private:
  struct Way {
    uint64_t line = ~uint64_t{0};
    uint64_t used = 0;
    bool dirty = false;
  };
  /// Sets lie in blocks that are made when first used: the large caches have half a million ways,
  /// and short launches touch few.
  static constexpr uint64_t kSetsOfBlock = 64;

  /// The first way of the set that `line` belongs to.
  Way* set_of(uint64_t line);

  unsigned ways_;
  uint64_t sets_;
  uint64_t clock_ = 0;
  std::vector<std::vector<Way>> blocks_;
};

}  // namespace tilewright::emu::count
