// The memory operations of one wave that have been issued and not waited for. The emulator executes
// them at once; here their results are taken to be missing until a wait proves them complete.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "emu/check/site.hpp"

namespace tilewright::emu::check {

class Outstanding {
 public:
  void reset();

  /// A register of the instruction that is still to be filled.
  struct Hit {
    RegisterRange::File file;
    unsigned index;
    Counter counter;
    const Uop* load;
    uint32_t newer;  ///< operations of the counter issued after the load
    bool written;    ///< the instruction overwrites it
  };
  /// Calls `found(Hit)` for the first pending register of each range of the instruction.
  template <class Found>
  void check(const Site& site, Found&& found) const {
    if (pending_ == 0) return;
    for (unsigned i = 0; i < site.use.read_count; ++i) {
      check_range({site.use.read_ranges[i], site.read_halves[i]}, false, {}, found);
    }
    // Loads of one counter fill their registers in order, so one may replace another.
    const CounterSet ordered = site.out_of_order ? CounterSet{} : site.issues;
    for (const RegisterRange& range : site.use.writes()) {
      check_range({range, site.written_halves}, true, ordered, found);
    }
  }

  void issue(const Site& site, const Uop& uop);
  void wait(const Waits& waits);

  /// Number of the operation issued last, counted from 1.
  [[nodiscard]] uint32_t issued(Counter c) const { return issued_[index(c)]; }
  /// All operations up to this number are complete.
  [[nodiscard]] uint32_t completed(Counter c) const {
    const auto& queue = queues_[index(c)];
    return queue.empty() ? issued(c) : queue.front().number - 1;
  }

 private:
  /// The same halves of consecutive registers. A 16-bit load fills one half, and the other may be
  /// used while it is on its way. Halves are numbered; scalars follow the VGPRs.
  struct Places {
    Places() = default;
    Places(const RegisterRange& range, Halves halves)
        : first(2u * (range.first + (range.file == RegisterRange::File::scalar ? kVgprs : 0u)) +
                ((halves & kLowHalf) != 0 ? 0 : 1)),
          step(halves == kBothHalves ? 1 : 2),
          end(2u * range.count + first) {}
    unsigned first = 0;
    unsigned step = 1;
    unsigned end = 0;
  };
  struct Operation {
    uint32_t number = 0;
    const Uop* slot = nullptr;
    bool out_of_order = false;
    Places target;  ///< empty: a store
  };
  static constexpr unsigned index(Counter c) { return static_cast<unsigned>(c); }
  static constexpr unsigned kVgprs = 256;
  static constexpr unsigned kPlaces = 2 * (kVgprs + sreg::count);

  template <class Found>
  void check_range(const Places& places, bool written, CounterSet allowed, Found& found) const {
    for (unsigned i = places.first; i < places.end; i += places.step) {
      if (!waiting_[i]) continue;
      for (unsigned c = 0; c < kCounters; ++c) {
        const uint32_t number = numbers_[c][i];
        if (number == 0 || (allowed.bits >> c & 1) != 0) continue;
        const bool is_scalar = i / 2 >= kVgprs;
        found(Hit{is_scalar ? RegisterRange::File::scalar : RegisterRange::File::vector,
                  i / 2 - (is_scalar ? kVgprs : 0), static_cast<Counter>(c), slot_of(c, number),
                  issued_[c] - number, written});
        return;
      }
    }
  }
  [[nodiscard]] const Uop* slot_of(unsigned counter, uint32_t number) const;
  void complete(unsigned counter, const Operation& operation);

  std::array<std::vector<Operation>, kCounters> queues_;
  std::array<uint32_t, kCounters> issued_{};
  /// The operation that will fill a place, 0 if none will.
  std::array<std::array<uint32_t, kPlaces>, kCounters> numbers_{};
  std::bitset<kPlaces> waiting_;
  uint32_t pending_ = 0;  ///< operations with a target
};

}  // namespace tilewright::emu::check
