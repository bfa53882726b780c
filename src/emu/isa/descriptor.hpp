// The buffer resource descriptor, four SGPRs (ISA manuals, "Buffer Resource Descriptor").
// Internal linkage for the reason given in lanes.hpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "emu/exec/uop.hpp"
#include "emu/exec/wave.hpp"
#include "emu/isa/faults.hpp"

namespace tilewright::emu {

namespace {

/// How OOB_SELECT judges an access. NR is NUM_RECORDS.
enum class OutOfRange : uint8_t {
  structured,  ///< index >= NR, or offset + bytes > stride
  index,       ///< index >= NR
  empty,       ///< NR == 0
  raw,         ///< offset + bytes > NR
};

struct Descriptor {
  uint64_t base = 0;
  uint64_t records = 0;
  uint32_t stride = 0;
  OutOfRange check = OutOfRange::raw;

  [[nodiscard]] bool raw() const { return check == OutOfRange::raw; }
  /// For the checks other than raw: `index` of the record, `end` of the access within it.
  [[nodiscard]] bool in_range(uint64_t index, uint64_t end) const {
    switch (check) {
      case OutOfRange::structured:
        return index < records && end <= stride;
      case OutOfRange::index:
        return index < records;
      default:
        return records != 0;
    }
  }
};

inline Descriptor descriptor(const Wave& w, unsigned sgpr) {
  const uint32_t word1 = w.scalar[sgpr + 1];
  const uint32_t word3 = w.scalar[sgpr + 3];
  Descriptor d;
  d.base = w.scalar[sgpr] | uint64_t{word1 & 0xffff} << 32;
  d.stride = word1 >> 16 & 0x3fff;
  d.records = w.scalar[sgpr + 2];
  d.check = static_cast<OutOfRange>(word3 >> 28 & 3);
  const bool swizzle = word1 >> 30 != 0;
  const bool add_tid = (word3 >> 23 & 1) != 0;
  const bool other_type = word3 >> 30 != 0;
  if (swizzle || add_tid || other_type) descriptor_fault(word1, word3);
  return d;
}

}  // namespace
}  // namespace tilewright::emu
