// SPDX-License-Identifier: MIT
#include "emu/count/banks.hpp"

#include <algorithm>
#include <array>

namespace tilewright::emu::count {

LdsClocks lds_clocks(const uint64_t* address, uint32_t lanes, unsigned bytes,
                     const Phases& phases) {
  LdsClocks clocks;
  const unsigned group = phases.lanes(bytes);
  for (unsigned first = 0; first < kLanes; first += group) {
    std::array<uint64_t, kLanes * 5> dwords;  // 16 bytes that are not aligned touch 5
    unsigned count = 0;
    for (unsigned lane = first; lane < first + group; ++lane) {
      if ((lanes >> lane & 1) == 0) continue;
      const uint64_t last = (address[lane] + bytes - 1) / 4;
      for (uint64_t dword = address[lane] / 4; dword <= last; ++dword) dwords[count++] = dword;
    }
    if (count == 0) continue;
    std::sort(dwords.begin(), dwords.begin() + count);
    const auto end = std::unique(dwords.begin(), dwords.begin() + count);
    std::array<uint32_t, kBanks> load{};
    for (auto dword = dwords.begin(); dword != end; ++dword) ++load[*dword % kBanks];
    ++clocks.needed;
    clocks.conflicts += *std::ranges::max_element(load) - 1;
  }
  return clocks;
}

uint32_t unique_lines(const uint64_t* address, uint32_t lanes, unsigned bytes, uint64_t line) {
  std::array<uint64_t, 2 * kLanes> lines;
  unsigned count = 0;
  for (uint32_t left = lanes; left != 0; left &= left - 1) {
    const uint64_t at = address[__builtin_ctz(left)];
    const uint64_t first = at / line;
    const uint64_t last = (at + bytes - 1) / line;
    lines[count++] = first;
    if (last != first) lines[count++] = last;
  }
  std::sort(lines.begin(), lines.begin() + count);
  return static_cast<uint32_t>(std::unique(lines.begin(), lines.begin() + count) - lines.begin());
}

}  // namespace tilewright::emu::count
