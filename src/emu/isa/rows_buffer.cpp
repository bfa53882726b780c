// Buffer instructions (MUBUF on gfx11, VBUFFER on gfx12) through a resource descriptor (ISA
// manuals, "Buffer Resource" and "Range checking"): out-of-range loads give 0, stores are dropped.
// SPDX-License-Identifier: MIT
#include "emu/isa/descriptor.hpp"
#include "emu/isa/host.hpp"
#include "emu/isa/memory_bits.hpp"
#include "emu/isa/vector_memory.hpp"

namespace tilewright::emu::TW_HOST {
namespace {

alignas(64) constexpr std::byte kZeros[16] = {};

/// Bytes of lanes that must not reach memory, wholly or in part.
struct Stand {
  alignas(16) std::byte lane[kLanes][16];
};

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

/// Finds each lane's bytes. Lanes out of range get `stand`; so do lanes of which only some dwords
/// are in range (only 64-bit and larger untyped accesses are split), whose mask is `partial`.
struct Range {
  uint32_t whole = 0;
  uint32_t partial = 0;
};

inline Range locate(Wave& w, const Uop& u, const Descriptor& d, const Intent& intent,
                    Places& places) {
  const uint64_t soffset = scalar_of(w, u.src[3]);
  Offsets offsets;
  offsets_of(w, u, d, soffset + static_cast<uint32_t>(u.offset), offsets);
  const uint32_t active = w.exec();
  const uint32_t unit = intent.bytes < 4 ? intent.bytes : 4;
  // NUM_RECORDS - SOFFSET is compared with the rest of the sum, hence whole sum with NUM_RECORDS.
  const auto in_range = [&](uint32_t bytes) {
    return d.raw() ? raw_in_range(offsets, bytes, d.records) : structured_in_range(w, u, d, bytes);
  };
  Range range;
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

/// How many dwords of a partly valid access are in range.
inline uint32_t valid_dwords(const Wave& w, const Uop& u, const Descriptor& d, unsigned lane,
                             uint64_t address, uint32_t dwords) {
  uint32_t count = 0;
  while (count < dwords) {
    const uint64_t end = 4 * uint64_t{count} + 4;
    const bool in = d.raw() ? address - d.base + end <= d.records
                            : (structured_in_range(w, u, d, end) >> lane & 1) != 0;
    if (!in) break;
    ++count;
  }
  return count;
}

template <Element kElement, Part kPart>
[[gnu::flatten]] void load(Wave& w, const Uop& u) {
  constexpr Intent intent{MemoryAccess::Space::global, bytes_of(kElement)};
  const Descriptor d = descriptor(w, u.src[2].index);
  Places places;
  const Range range = locate(w, u, d, intent, places);
  if (range.whole != places.active) {
    const auto zeros = reinterpret_cast<uint64_t>(kZeros);
    uint64_t kept[kLanes];
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      kept[lane] = places.lane[lane];
      places.lane[lane] = (range.whole >> lane & 1) != 0 ? kept[lane] : zeros;
    }
    Stand stand;
    for (uint32_t left = range.partial; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(left));
      const uint32_t bytes = 4 * valid_dwords(w, u, d, lane, kept[lane], bytes_of(kElement) / 4);
      const std::byte* const from = global(w, kept[lane], bytes, static_cast<int>(lane), false);
      std::memset(stand.lane[lane], 0, sizeof stand.lane[lane]);
      std::memcpy(stand.lane[lane], from, bytes);
      report(w, u, {intent.space, bytes}, 1u << lane, kept);
      places.lane[lane] = reinterpret_cast<uint64_t>(stand.lane[lane]);
    }
    load_lanes<kElement, kPart>(w.vgpr + u.dst, places);
    return;
  }
  load_lanes<kElement, kPart>(w.vgpr + u.dst, places);
}

template <Element kElement, Part kPart>
[[gnu::flatten]] void store(Wave& w, const Uop& u) {
  constexpr Intent intent{MemoryAccess::Space::global, bytes_of(kElement), true};
  const Descriptor d = descriptor(w, u.src[2].index);
  Places places;
  const Range range = locate(w, u, d, intent, places);
  places.active = range.whole;
  const Row* const data = w.vgpr + u.src[1].index;
  store_lanes<kElement, kPart>(data, places);
  for (uint32_t left = range.partial; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    const uint32_t dwords = valid_dwords(w, u, d, lane, places.lane[lane], bytes_of(kElement) / 4);
    std::byte* const to = global(w, places.lane[lane], 4 * dwords, static_cast<int>(lane), true);
    for (uint32_t i = 0; i < dwords; ++i) std::memcpy(to + 4 * i, &data[i].lane[lane], 4);
    report(w, u, {intent.space, 4 * dwords, true}, 1u << lane, places.lane);
  }
}

constexpr Instruction row(std::string_view name, Handler run, unsigned dst, unsigned data) {
  Instruction instruction;
  instruction.name = name;
  instruction.shape = Shape::buffer;
  instruction.run = run;
  instruction.bits = register_bits({dst, data, 0, 0});
  return instruction;
}
template <Element kElement, Part kPart = Part::whole>
constexpr Instruction loads(std::string_view name) {
  return row(name, load<kElement, kPart>, rows_of(kElement), 0);
}
template <Element kElement, Part kPart = Part::whole>
constexpr Instruction stores(std::string_view name) {
  return row(name, store<kElement, kPart>, 0, rows_of(kElement));
}

constexpr Instruction kRows[] = {
    loads<Element::u8>("buffer_load_u8"),
    loads<Element::i8>("buffer_load_i8"),
    loads<Element::u16>("buffer_load_u16"),
    loads<Element::i16>("buffer_load_i16"),
    loads<Element::b32>("buffer_load_b32"),
    loads<Element::b64>("buffer_load_b64"),
    loads<Element::b96>("buffer_load_b96"),
    loads<Element::b128>("buffer_load_b128"),
    loads<Element::u8, Part::low>("buffer_load_d16_u8"),
    loads<Element::u8, Part::high>("buffer_load_d16_hi_u8"),
    loads<Element::i8, Part::low>("buffer_load_d16_i8"),
    loads<Element::i8, Part::high>("buffer_load_d16_hi_i8"),
    loads<Element::u16, Part::low>("buffer_load_d16_b16"),
    loads<Element::u16, Part::high>("buffer_load_d16_hi_b16"),
    stores<Element::u8>("buffer_store_b8"),
    stores<Element::u16>("buffer_store_b16"),
    stores<Element::b32>("buffer_store_b32"),
    stores<Element::b64>("buffer_store_b64"),
    stores<Element::b96>("buffer_store_b96"),
    stores<Element::b128>("buffer_store_b128"),
    stores<Element::u8, Part::high>("buffer_store_d16_hi_b8"),
    stores<Element::u16, Part::high>("buffer_store_d16_hi_b16"),
};

}  // namespace

Instructions buffer_rows() { return kRows; }

}  // namespace tilewright::emu::TW_HOST
