// Where the lanes of a buffer instruction read or write, and which of them are in range (ISA
// manuals, "Range checking"). Internal linkage for the reason given in lanes.hpp.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/isa/descriptor.hpp"
#include "emu/isa/memory_bits.hpp"
#include "emu/isa/operand_value.hpp"
#include "emu/isa/vector_memory.hpp"

namespace tilewright::emu {
namespace {

/// Where a lane's access begins, relative to the descriptor's base: SOFFSET, instruction offset,
/// VGPR offset and index, added without wrapping (the hardware's check treats a wrapped sum as out
/// of range).
struct Offsets {
  alignas(64) uint64_t lane[kLanes];
};

inline void offsets_of(const Wave& w, const Uop& u, const Descriptor& d, uint64_t fixed,
                       Offsets& offsets) {
  const Row* v = w.vgpr + u.src[0].index;
  const Row* const index = (u.bits & kIdxen) != 0 ? v++ : nullptr;
  for (unsigned lane = 0; lane < kLanes; ++lane) offsets.lane[lane] = fixed;
  if (index != nullptr) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      offsets.lane[lane] += uint64_t{index->lane[lane]} * d.stride;
    }
  }
  if ((u.bits & kOffen) != 0) {
    for (unsigned lane = 0; lane < kLanes; ++lane) offsets.lane[lane] += v->lane[lane];
  }
}

/// Lanes in range when `bytes` of each are looked at.
inline uint32_t raw_in_range(const Offsets& offsets, uint64_t bytes, uint64_t records) {
  Row flags;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    flags.lane[lane] = offsets.lane[lane] + bytes <= records ? 1 : 0;
  }
  return pack_mask(flags);
}

/// The same for OOB_SELECT 0-2, where records are elements of `stride` bytes.
inline uint32_t structured_in_range(const Wave& w, const Uop& u, const Descriptor& d,
                                    uint64_t bytes) {
  const Row* v = w.vgpr + u.src[0].index;
  const Row* const index = (u.bits & kIdxen) != 0 ? v++ : nullptr;
  const Row* const offset = (u.bits & kOffen) != 0 ? v : nullptr;
  uint32_t mask = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const uint64_t record = index != nullptr ? index->lane[lane] : 0;
    const uint64_t within =
        static_cast<uint32_t>(u.offset) + (offset != nullptr ? uint64_t{offset->lane[lane]} : 0);
    if (d.in_range(record, within + bytes)) mask |= 1u << lane;
  }
  return mask;
}

/// Lanes whose access is in range as a whole, and lanes of which only some dwords are: untyped
/// accesses of 64 bits and more are checked per dword.
struct BufferRange {
  uint32_t whole = 0;
  uint32_t partial = 0;
};

inline BufferRange locate_buffer(Wave& w, const Uop& u, const Descriptor& d, const Intent& intent,
                                 Places& places) {
  const uint64_t soffset = scalar_value(w, u.src[3]);
  Offsets offsets;
  offsets_of(w, u, d, soffset + static_cast<uint32_t>(u.offset), offsets);
  const uint32_t active = w.exec();
  const uint32_t unit = intent.bytes < 4 ? intent.bytes : 4;
  // NUM_RECORDS - SOFFSET is compared with the rest of the sum, hence whole sum with NUM_RECORDS.
  const auto in_range = [&](uint32_t bytes) {
    return d.raw() ? raw_in_range(offsets, bytes, d.records) : structured_in_range(w, u, d, bytes);
  };
  BufferRange range;
  range.whole = in_range(intent.bytes) & active;
  if (range.whole != active && intent.bytes > 4) {
    range.partial = in_range(unit) & active & ~range.whole;
  }
  for (unsigned lane = 0; lane < kLanes; ++lane) places.lane[lane] = d.base + offsets.lane[lane];
  places.active = active;
  check_global(w, places.lane, range.whole, intent);
  report(w, u, intent, range.whole, places.lane);
  return range;
}

}  // namespace
}  // namespace tilewright::emu
