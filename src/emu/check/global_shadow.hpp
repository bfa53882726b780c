// Global memory during one launch: which bytes hold something, and which workgroups touched them.
//
// A worker collects a workgroup's reads and writes as bit masks of pages; when the workgroup ends
// they are merged into what all have done. Workgroups run in an order that depends on the number of
// threads, so conflicts between them are looked for after the last has ended.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "emu/check/finding.hpp"
#include "emu/check/shadow.hpp"
#include "emu/exec/observer.hpp"
#include "emu/memory/memory_map.hpp"

namespace tilewright::emu::check {

inline constexpr uint32_t kPageBytes = 4096;

/// A bit for each byte of a page.
struct PageMask {
  std::array<uint64_t, kPageBytes / 64> words{};
  void set(uint32_t first, uint32_t count);
  [[nodiscard]] bool all(uint32_t first, uint32_t count) const;
  [[nodiscard]] bool operator==(const PageMask&) const = default;
};

/// Which bytes of device memory hold something: the host or a kernel has written them. Memory that
/// is not registered here always does.
class DefinedBytes {
 public:
  void add(uint64_t begin, uint64_t bytes);
  void remove(uint64_t begin);
  /// Safe from several threads, as is the next.
  void define(uint64_t address, uint64_t bytes);
  /// How many of the bytes, from the first, are defined.
  [[nodiscard]] uint64_t defined_prefix(uint64_t address, uint64_t bytes) const;

 private:
  struct Block {
    uint64_t bytes = 0;
    std::unique_ptr<std::atomic<uint64_t>[]> words;
  };
  [[nodiscard]] const std::pair<const uint64_t, Block>* find(uint64_t address) const;
  std::map<uint64_t, Block> blocks_;
};

/// "byte 8 of A"; addresses differ from run to run, this does not.
[[nodiscard]] std::string memory_place(const MemoryMap& map, uint64_t address);

/// What one workgroup has touched of a page.
struct TouchedPage {
  PageMask reads, writes;
  const Uop* reader = nullptr;  ///< the first instruction of each kind
  const Uop* writer = nullptr;
  /// Within the workgroup; only if it has written to the page.
  std::unique_ptr<Shadow> waves;
  /// Reads before the first write: by wave, the bytes and the last operation.
  struct Reader {
    PageMask bytes;
    Stamp stamp;
  };
  std::map<unsigned, Reader> readers;

  /// Notes one lane's access. `unordered`: a scalar load, which no counter of vector loads covers.
  template <class OnClash>
  void touch(const Uop& uop, uint32_t offset, uint32_t bytes, const Access& access, bool unordered,
             unsigned wave_count, const Before& before, OnClash&& clash) {
    if (access.write) {
      writes.set(offset, bytes);
      if (writer == nullptr) writer = &uop;
      if (waves == nullptr) watch_waves(wave_count);
    } else {
      reads.set(offset, bytes);
      if (reader == nullptr) reader = &uop;
      if (unordered) return;
    }
    if (waves != nullptr) {
      waves->access(offset, bytes, access, before, clash);
    } else {
      Reader& by = readers[access.wave];
      by.bytes.set(offset, bytes);
      by.stamp = access.stamp;
    }
  }

 private:
  void watch_waves(unsigned wave_count);
};
using WorkgroupPages = std::unordered_map<uint64_t, TouchedPage>;

/// What all workers of a launch share.
class GlobalShadow {
 public:
  explicit GlobalShadow(DefinedBytes& defined) : defined_(defined) {}
  [[nodiscard]] DefinedBytes& defined() { return defined_; }

  /// A workgroup has ended. Safe from several threads.
  void merge(uint64_t workgroup, const WorkgroupPages& pages);
  /// After the launch: two workgroups on one byte, at least one of them writing.
  void find_conflicts(const MemoryMap& map, FindingLog& log) const;

 private:
  /// Workgroups that touched exactly these bytes: the lowest and the highest are enough to tell
  /// whether one other than a given one has.
  struct Touch {
    PageMask bytes;
    uint64_t first = 0, last = 0;
    const Uop* first_slot = nullptr;
    const Uop* last_slot = nullptr;
  };
  struct Page {
    std::vector<Touch> reads, writes;
  };
  static void note(std::vector<Touch>& touches, const PageMask& bytes, uint64_t workgroup,
                   const Uop* slot);

  DefinedBytes& defined_;
  std::mutex mutex_;
  std::map<uint64_t, Page> pages_;
};

}  // namespace tilewright::emu::check
