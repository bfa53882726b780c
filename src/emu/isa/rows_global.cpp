// FLAT, GLOBAL and SCRATCH instructions (ISA manuals, "Flat Memory Instructions").
// SPDX-License-Identifier: MIT
#include "emu/isa/host.hpp"
#include "emu/isa/memory_bits.hpp"
#include "emu/isa/vector_memory.hpp"

namespace tilewright::emu::TW_HOST {
namespace {

using Space = MemoryAccess::Space;

/// 64-bit VGPR address, or SGPR base + unsigned 32-bit VGPR offset; plus the signed offset.
inline void global_addresses(const Wave& w, const Uop& u, uint64_t* address) {
  const Row* const v = w.vgpr + u.src[0].index;
  const auto offset = static_cast<uint64_t>(int64_t{u.offset});
  if (u.src[2].kind == Operand::Kind::scalar_wide) {
    const uint64_t base = w.scalar64(u.src[2].index) + offset;
    for (unsigned lane = 0; lane < kLanes; ++lane) address[lane] = base + v[0].lane[lane];
  } else {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      address[lane] = (uint64_t{v[1].lane[lane]} << 32 | v[0].lane[lane]) + offset;
    }
  }
}

struct Global {
  static void locate(Wave& w, const Uop& u, const Intent& intent, Places& places) {
    places.active = w.exec();
    global_addresses(w, u, places.lane);
    check_global(w, places.lane, places.active, intent);
    report(w, u, intent, places.active, places.lane);
  }
};

/// SGPR + VGPR (if SVE) + offset, into the lane's own part of the wave's scratch.
struct Scratch {
  static void locate(Wave& w, const Uop& u, const Intent& intent, Places& places) {
    places.active = w.exec();
    const int64_t base =
        int64_t{u.offset} +
        (u.src[2].kind == Operand::Kind::scalar ? int64_t{w.scalar[u.src[2].index]} : 0);
    uint64_t offsets[kLanes];
    for (uint32_t left = places.active; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(left));
      const int64_t offset =
          base +
          (u.src[0].kind == Operand::Kind::vgpr ? int64_t{w.vgpr[u.src[0].index].lane[lane]} : 0);
      offsets[lane] = static_cast<uint64_t>(offset);
      places.lane[lane] = reinterpret_cast<uint64_t>(
          scratch(w, offset, intent.bytes, static_cast<int>(lane), intent.write));
    }
    report(w, u, intent, places.active, offsets);
  }
};

/// A flat address is global unless its upper half is one of the apertures.
struct Flat {
  static void locate(Wave& w, const Uop& u, const Intent& intent, Places& places) {
    uint64_t address[kLanes];
    global_addresses(w, u, address);
    places.active = w.exec();
    uint32_t in_lds = 0;
    uint32_t in_scratch = 0;
    for (uint32_t left = places.active; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(left));
      const auto high = static_cast<uint32_t>(address[lane] >> 32);
      if (high == shared_aperture_hi) in_lds |= 1u << lane;
      if (high == private_aperture_hi) in_scratch |= 1u << lane;
    }
    const uint32_t in_global = places.active & ~(in_lds | in_scratch);
    if (in_global != 0) {
      check_global(w, address, in_global, intent);
      for (unsigned lane = 0; lane < kLanes; ++lane) places.lane[lane] = address[lane];
      report(w, u, intent, in_global, address);
    }
    for (uint32_t left = in_lds | in_scratch; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(left));
      address[lane] &= 0xffffffff;
      const std::byte* const place =
          (in_lds >> lane & 1) != 0
              ? lds(w, address[lane], intent.bytes, static_cast<int>(lane), intent.write)
              : scratch(w, static_cast<int64_t>(address[lane]), intent.bytes,
                        static_cast<int>(lane), intent.write);
      places.lane[lane] = reinterpret_cast<uint64_t>(place);
    }
    const auto report_as = [&](Space space, uint32_t lanes) {
      if (lanes == 0) return;
      report(w, u, {space, intent.bytes, intent.write, intent.atomic}, lanes, address);
    };
    report_as(Space::lds, in_lds);
    report_as(Space::scratch, in_scratch);
  }
};

template <class Where>
constexpr Space kSpace = Space::global;
template <>
constexpr Space kSpace<Scratch> = Space::scratch;

template <class Where, Element kElement, Part kPart>
[[gnu::flatten]] void load(Wave& w, const Uop& u) {
  Places places;
  Where::locate(w, u, {kSpace<Where>, bytes_of(kElement)}, places);
  load_lanes<kElement, kPart>(w.vgpr + u.dst, places);
}
template <class Where, Element kElement, Part kPart>
[[gnu::flatten]] void store(Wave& w, const Uop& u) {
  Places places;
  Where::locate(w, u, {kSpace<Where>, bytes_of(kElement), true}, places);
  store_lanes<kElement, kPart>(w.vgpr + u.src[1].index, places);
}

constexpr Instruction row(std::string_view name, Handler run, unsigned dst, unsigned data) {
  Instruction instruction;
  instruction.name = name;
  instruction.shape = Shape::global;
  instruction.run = run;
  instruction.bits = register_bits({dst, data, 0, 0});
  return instruction;
}
template <class Where, Element kElement, Part kPart = Part::whole>
constexpr Instruction loads(std::string_view name) {
  return row(name, load<Where, kElement, kPart>, rows_of(kElement), 0);
}
template <class Where, Element kElement, Part kPart = Part::whole>
constexpr Instruction stores(std::string_view name) {
  return row(name, store<Where, kElement, kPart>, 0, rows_of(kElement));
}

constexpr Instruction kRows[] = {
    loads<Global, Element::u8>("global_load_u8"),
    loads<Global, Element::i8>("global_load_i8"),
    loads<Global, Element::u16>("global_load_u16"),
    loads<Global, Element::i16>("global_load_i16"),
    loads<Global, Element::b32>("global_load_b32"),
    loads<Global, Element::b64>("global_load_b64"),
    loads<Global, Element::b96>("global_load_b96"),
    loads<Global, Element::b128>("global_load_b128"),
    loads<Global, Element::u8, Part::low>("global_load_d16_u8"),
    loads<Global, Element::u8, Part::high>("global_load_d16_hi_u8"),
    loads<Global, Element::i8, Part::low>("global_load_d16_i8"),
    loads<Global, Element::i8, Part::high>("global_load_d16_hi_i8"),
    loads<Global, Element::u16, Part::low>("global_load_d16_b16"),
    loads<Global, Element::u16, Part::high>("global_load_d16_hi_b16"),
    stores<Global, Element::u8>("global_store_b8"),
    stores<Global, Element::u16>("global_store_b16"),
    stores<Global, Element::b32>("global_store_b32"),
    stores<Global, Element::b64>("global_store_b64"),
    stores<Global, Element::b96>("global_store_b96"),
    stores<Global, Element::b128>("global_store_b128"),
    stores<Global, Element::u8, Part::high>("global_store_d16_hi_b8"),
    stores<Global, Element::u16, Part::high>("global_store_d16_hi_b16"),

    loads<Flat, Element::u8>("flat_load_u8"),
    loads<Flat, Element::i8>("flat_load_i8"),
    loads<Flat, Element::u16>("flat_load_u16"),
    loads<Flat, Element::i16>("flat_load_i16"),
    loads<Flat, Element::b32>("flat_load_b32"),
    loads<Flat, Element::b64>("flat_load_b64"),
    loads<Flat, Element::b96>("flat_load_b96"),
    loads<Flat, Element::b128>("flat_load_b128"),
    loads<Flat, Element::u8, Part::low>("flat_load_d16_u8"),
    loads<Flat, Element::u8, Part::high>("flat_load_d16_hi_u8"),
    loads<Flat, Element::i8, Part::low>("flat_load_d16_i8"),
    loads<Flat, Element::i8, Part::high>("flat_load_d16_hi_i8"),
    loads<Flat, Element::u16, Part::low>("flat_load_d16_b16"),
    loads<Flat, Element::u16, Part::high>("flat_load_d16_hi_b16"),
    stores<Flat, Element::u8>("flat_store_b8"),
    stores<Flat, Element::u16>("flat_store_b16"),
    stores<Flat, Element::b32>("flat_store_b32"),
    stores<Flat, Element::b64>("flat_store_b64"),
    stores<Flat, Element::b96>("flat_store_b96"),
    stores<Flat, Element::b128>("flat_store_b128"),
    stores<Flat, Element::u8, Part::high>("flat_store_d16_hi_b8"),
    stores<Flat, Element::u16, Part::high>("flat_store_d16_hi_b16"),

    loads<Scratch, Element::u8>("scratch_load_u8"),
    loads<Scratch, Element::i8>("scratch_load_i8"),
    loads<Scratch, Element::u16>("scratch_load_u16"),
    loads<Scratch, Element::i16>("scratch_load_i16"),
    loads<Scratch, Element::b32>("scratch_load_b32"),
    loads<Scratch, Element::b64>("scratch_load_b64"),
    loads<Scratch, Element::b96>("scratch_load_b96"),
    loads<Scratch, Element::b128>("scratch_load_b128"),
    loads<Scratch, Element::u8, Part::low>("scratch_load_d16_u8"),
    loads<Scratch, Element::u8, Part::high>("scratch_load_d16_hi_u8"),
    loads<Scratch, Element::i8, Part::low>("scratch_load_d16_i8"),
    loads<Scratch, Element::i8, Part::high>("scratch_load_d16_hi_i8"),
    loads<Scratch, Element::u16, Part::low>("scratch_load_d16_b16"),
    loads<Scratch, Element::u16, Part::high>("scratch_load_d16_hi_b16"),
    stores<Scratch, Element::u8>("scratch_store_b8"),
    stores<Scratch, Element::u16>("scratch_store_b16"),
    stores<Scratch, Element::b32>("scratch_store_b32"),
    stores<Scratch, Element::b64>("scratch_store_b64"),
    stores<Scratch, Element::b96>("scratch_store_b96"),
    stores<Scratch, Element::b128>("scratch_store_b128"),
    stores<Scratch, Element::u8, Part::high>("scratch_store_d16_hi_b8"),
    stores<Scratch, Element::u16, Part::high>("scratch_store_d16_hi_b16"),
};

}  // namespace

Instructions global_rows() { return kRows; }

}  // namespace tilewright::emu::TW_HOST
