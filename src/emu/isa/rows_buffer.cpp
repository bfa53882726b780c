// Buffer instructions (MUBUF on gfx11, VBUFFER on gfx12) through a resource descriptor (ISA
// manuals, "Buffer Resource" and "Range checking"): out-of-range loads give 0, stores are dropped.
// SPDX-License-Identifier: MIT
#include "emu/isa/buffer_places.hpp"
#include "emu/isa/host.hpp"
#include "emu/isa/memory_bits.hpp"

namespace tilewright::emu::TW_HOST {
namespace {

alignas(64) constexpr std::byte kZeros[16] = {};

/// Bytes of lanes that must not reach memory, wholly or in part.
struct Stand {
  alignas(16) std::byte lane[kLanes][16];
};

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
  const BufferRange range = locate_buffer(w, u, d, intent, places);
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
  const BufferRange range = locate_buffer(w, u, d, intent, places);
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
  instruction.bits = register_bits({dst, data});
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

void nothing(Wave&, const Uop&) {}
/// Cache control: memory is coherent here.
constexpr Instruction ignored(std::string_view name) {
  Instruction instruction = row(name, nothing, 0, 0);
  instruction.on = On::gfx11;
  return instruction;
}

constexpr Instruction kRows[] = {
    ignored("buffer_gl0_inv"),
    ignored("buffer_gl1_inv"),

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
