// SPDX-License-Identifier: MIT
#include "emu/count/banks.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace tilewright::emu::count {
namespace {

/// What the banks have to serve in one phase. They are taken in rows of `unit` bytes, 4 if accesses
/// are not whole ones of them: what wants a bank of a row wants the others too.
class BankQueues {
 public:
  explicit BankQueues(unsigned unit) : rows_(kBanks * 4 / unit) {}

  /// A unit that some lane wants, by its number. Wanted again, it is served at once.
  void add(uint64_t wanted) {
    const unsigned row = wanted & (rows_ - 1);  // a power of two
    const auto begin = units_[row].begin();
    const auto end = begin + waiting_[row];
    if (std::find(begin, end, wanted) != end) return;
    *end = wanted;
    longest_ = std::max<uint32_t>(longest_, ++waiting_[row]);
  }
  [[nodiscard]] uint32_t longest() const { return longest_; }

 private:
  unsigned rows_;
  uint32_t longest_ = 0;
  std::array<uint8_t, kBanks> waiting_{};
  // As far as waiting_ says. A lane's units are consecutive and fewer than banks, so a row has at
  // most one of each lane.
  std::array<std::array<uint64_t, kLanes>, kBanks> units_;
};

/// What the lanes' addresses have in common.
struct Extent {
  uint64_t first = ~uint64_t{0};
  uint64_t last = 0;
  uint64_t bits = 0;  ///< that any of them has
};
Extent extent_of(const uint64_t* address, uint32_t lanes) {
  Extent extent;
  for (uint32_t left = lanes; left != 0; left &= left - 1) {
    const uint64_t at = address[std::countr_zero(left)];
    extent = {std::min(extent.first, at), std::max(extent.last, at), extent.bits | at};
  }
  return extent;
}

/// Clocks beyond the first that the lanes of one phase need, at least one of them.
uint32_t conflicts_of(const uint64_t* address, uint32_t lanes, unsigned bytes) {
  const Extent extent = extent_of(address, lanes);
  // One row of banks, wherever it begins, holds every dword once.
  if ((extent.last + bytes - 1) / 4 - extent.first / 4 < kBanks) return 0;
  const bool wide = (bytes == 8 || bytes == 16) && extent.bits % bytes == 0;
  const unsigned unit_bytes = wide ? bytes : 4;
  const auto shift = static_cast<unsigned>(std::countr_zero(unit_bytes));
  BankQueues queues(unit_bytes);
  for (uint32_t left = lanes; left != 0; left &= left - 1) {
    const uint64_t at = address[std::countr_zero(left)];
    const uint64_t last = (at + bytes - 1) >> shift;
    for (uint64_t unit = at >> shift; unit <= last; ++unit) queues.add(unit);
  }
  return queues.longest() - 1;
}

}  // namespace

LdsClocks lds_clocks(const uint64_t* address, uint32_t lanes, unsigned bytes,
                     const Phases& phases) {
  LdsClocks clocks;
  const unsigned group = phases.lanes(bytes);
  for (unsigned first = 0; first < kLanes; first += group) {
    const uint32_t served = lanes & (~uint32_t{0} >> (kLanes - group) << first);
    if (served == 0) continue;
    ++clocks.needed;
    clocks.conflicts += conflicts_of(address, served, bytes);
  }
  return clocks;
}

Lines touched_lines(const uint64_t* address, uint32_t lanes, unsigned bytes) {
  std::array<uint64_t, kLanes * 2> at;  // of 32 bytes, of which a lane touches two at most
  unsigned count = 0;
  bool ascending = true;
  for (uint32_t left = lanes; left != 0; left &= left - 1) {
    const uint64_t first = address[std::countr_zero(left)];
    for (uint64_t line = first / 32; line <= (first + bytes - 1) / 32; ++line) {
      if (count != 0 && at[count - 1] == line) continue;
      ascending = ascending && (count == 0 || at[count - 1] < line);
      at[count++] = line;
    }
  }
  if (!ascending) std::sort(at.begin(), at.begin() + count);
  Lines lines;
  for (unsigned i = 0; i < count; ++i) {
    const uint64_t differs = i == 0 ? ~uint64_t{0} : at[i] ^ at[i - 1];
    lines.of32 += differs != 0 ? 1 : 0;
    lines.of64 += differs >> 1 != 0 ? 1 : 0;
    lines.of128 += differs >> 2 != 0 ? 1 : 0;
  }
  return lines;
}

}  // namespace tilewright::emu::count
