// What LDS, global, flat, scratch and buffer instructions share: an instruction first finds out
// where each lane's bytes are (`Places`), checked, and then moves them between there and registers.
// Internal linkage for the reason given in lanes.hpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <emmintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "emu/exec/access.hpp"
#include "emu/exec/uop.hpp"
#include "emu/exec/wave.hpp"
#include "emu/isa/lanes.hpp"

namespace tilewright::emu {
namespace {

/// Host addresses of each lane's bytes, valid for the lanes of `active`.
struct Places {
  alignas(64) uint64_t lane[kLanes];
  uint32_t active = 0;

  [[nodiscard]] std::byte* operator[](unsigned i) const {
    return reinterpret_cast<std::byte*>(lane[i]);
  }
};

/// What one lane transfers.
enum class Element : uint8_t { u8, i8, u16, i16, b32, b64, b96, b128 };
/// Where it goes: the whole register or, for 8- and 16-bit elements, one half of it.
enum class Part : uint8_t { whole, low, high };

constexpr uint32_t bytes_of(Element element) {
  switch (element) {
    case Element::u8:
    case Element::i8:
      return 1;
    case Element::u16:
    case Element::i16:
      return 2;
    case Element::b32:
      return 4;
    case Element::b64:
      return 8;
    case Element::b96:
      return 12;
    default:
      return 16;
  }
}
constexpr unsigned rows_of(Element element) { return (bytes_of(element) + 3) / 4; }

template <class T>
T read_bytes(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

/// An 8- or 16-bit element widened to a register.
template <Element kElement>
uint32_t read_small(const std::byte* from) {
  if constexpr (kElement == Element::u8)
    return read_bytes<uint8_t>(from);
  else if constexpr (kElement == Element::i8)
    return static_cast<uint32_t>(static_cast<int32_t>(read_bytes<int8_t>(from)));
  else if constexpr (kElement == Element::u16)
    return read_bytes<uint16_t>(from);
  else
    return static_cast<uint32_t>(static_cast<int32_t>(read_bytes<int16_t>(from)));
}

/// Rows 0-3 of four lanes from four 16-byte pieces, or the other way round.
inline void transpose(__m128i (&v)[4]) {
  const __m128i a = _mm_unpacklo_epi32(v[0], v[1]);
  const __m128i b = _mm_unpacklo_epi32(v[2], v[3]);
  const __m128i c = _mm_unpackhi_epi32(v[0], v[1]);
  const __m128i d = _mm_unpackhi_epi32(v[2], v[3]);
  v[0] = _mm_unpacklo_epi64(a, b);
  v[1] = _mm_unpackhi_epi64(a, b);
  v[2] = _mm_unpacklo_epi64(c, d);
  v[3] = _mm_unpackhi_epi64(c, d);
}

/// All lanes of a 128-bit load: 16 bytes a lane become 4 rows.
inline void gather_b128(Row* dst, const Places& places) {
  for (unsigned lane = 0; lane < kLanes; lane += 4) {
    __m128i v[4];
    for (unsigned i = 0; i < 4; ++i) {
      v[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(places[lane + i]));
    }
    transpose(v);
    for (unsigned i = 0; i < 4; ++i) {
      _mm_store_si128(reinterpret_cast<__m128i*>(&dst[i].lane[lane]), v[i]);
    }
  }
}
inline void scatter_b128(const Row* src, const Places& places) {
  for (unsigned lane = 0; lane < kLanes; lane += 4) {
    __m128i v[4];
    for (unsigned i = 0; i < 4; ++i) {
      v[i] = _mm_load_si128(reinterpret_cast<const __m128i*>(&src[i].lane[lane]));
    }
    transpose(v);
    for (unsigned i = 0; i < 4; ++i) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(places[lane + i]), v[i]);
    }
  }
}

template <Element kElement, Part kPart>
inline void load_lane(Row* dst, unsigned lane, const std::byte* from) {
  if constexpr (rows_of(kElement) > 1 || kElement == Element::b32) {
    for (unsigned i = 0; i < rows_of(kElement); ++i) {
      dst[i].lane[lane] = read_bytes<uint32_t>(from + 4 * i);
    }
  } else {
    const uint32_t value = read_small<kElement>(from);
    uint32_t& old = dst->lane[lane];
    if constexpr (kPart == Part::whole)
      old = value;
    else if constexpr (kPart == Part::low)
      old = (old & 0xffff0000) | (value & 0xffff);
    else
      old = (old & 0xffff) | value << 16;
  }
}

/// Registers from memory; lanes that are not active keep theirs.
template <Element kElement, Part kPart>
inline void load_lanes(Row* dst, const Places& places) {
  if (places.active == ~0u) {
    if constexpr (kElement == Element::b128) return gather_b128(dst, places);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      load_lane<kElement, kPart>(dst, lane, places[lane]);
    }
    return;
  }
  for (uint32_t left = places.active; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    load_lane<kElement, kPart>(dst, lane, places[lane]);
  }
}

template <Element kElement, Part kPart>
inline void store_lane(const Row* src, unsigned lane, std::byte* to) {
  if constexpr (rows_of(kElement) > 1 || kElement == Element::b32) {
    for (unsigned i = 0; i < rows_of(kElement); ++i) {
      std::memcpy(to + 4 * i, &src[i].lane[lane], 4);
    }
  } else {
    const uint32_t value = src->lane[lane] >> (kPart == Part::high ? 16 : 0);
    std::memcpy(to, &value, bytes_of(kElement));  // little endian: the low bytes come first
  }
}

template <Element kElement, Part kPart>
inline void store_lanes(const Row* src, const Places& places) {
  if (places.active == ~0u) {
    if constexpr (kElement == Element::b128) return scatter_b128(src, places);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      store_lane<kElement, kPart>(src, lane, places[lane]);
    }
    return;
  }
  for (uint32_t left = places.active; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    store_lane<kElement, kPart>(src, lane, places[lane]);
  }
}

/// What an instruction does with memory, for checks and reports.
struct Intent {
  MemoryAccess::Space space;
  uint32_t bytes;
  bool write = false;
  bool atomic = false;
};

inline void report(const Wave& w, const Uop& u, const Intent& intent, uint32_t lanes,
                   const uint64_t* address) {
  if (w.observer == nullptr) return;
  const MemoryAccess access{intent.space,  intent.write,
                            intent.atomic, static_cast<uint8_t>(intent.bytes),
                            lanes,         address};
  w.observer->on_access(w, u, access);
}

/// Smallest and largest of the active lanes' addresses.
struct Extent {
  uint64_t low = ~uint64_t{0};
  uint64_t high = 0;
};
inline Extent extent_of(const uint64_t* address, uint32_t active) {
  uint64_t low = ~uint64_t{0};
  uint64_t high = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const bool in = (active >> lane & 1) != 0;
    const uint64_t a = address[lane];
    low = in && a < low ? a : low;
    high = in && a > high ? a : high;
  }
  return {low, high};
}

/// Checks that the active lanes' accesses lie in registered memory. One look at the allocation used
/// last is enough for nearly all instructions.
inline void check_global(Wave& w, const uint64_t* address, uint32_t active, const Intent& intent) {
  const Extent extent = extent_of(address, active);
  const Allocation* const cached = w.last_allocation;
  if (cached != nullptr && extent.low >= cached->begin && extent.high <= cached->end &&
      intent.bytes <= cached->end - extent.high && (cached->writable || !intent.write)) {
    return;
  }
  for (uint32_t left = active; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    (void)global(w, address[lane], intent.bytes, static_cast<int>(lane), intent.write);
  }
}

}  // namespace
}  // namespace tilewright::emu
