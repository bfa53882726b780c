// LDS instructions (ISA manuals, "Data Share"). An access outside the bytes that the launch gave
// the workgroup is a fault here; the hardware would read zero and drop stores.
// SPDX-License-Identifier: MIT
#include "emu/isa/host.hpp"
#include "emu/isa/lds_places.hpp"
#include "emu/isa/memory_bits.hpp"

namespace tilewright::emu::TW_HOST {
namespace {

template <Element kElement, Part kPart>
[[gnu::flatten]] void load(Wave& w, const Uop& u) {
  Places places;
  locate_lds(w, u, static_cast<uint32_t>(u.offset), {MemoryAccess::Space::lds, bytes_of(kElement)},
             places);
  load_lanes<kElement, kPart>(w.vgpr + u.dst, places);
}

template <Element kElement, Part kPart>
[[gnu::flatten]] void store(Wave& w, const Uop& u) {
  Places places;
  locate_lds(w, u, static_cast<uint32_t>(u.offset),
             {MemoryAccess::Space::lds, bytes_of(kElement), true}, places);
  store_lanes<kElement, kPart>(w.vgpr + u.src[1].index, places);
}

/// Two accesses at two offsets (`offset` and `bits`, in bytes). Both addresses are read before a
/// register is written.
template <Element kElement>
[[gnu::flatten]] void load_2addr(Wave& w, const Uop& u) {
  constexpr Intent intent{MemoryAccess::Space::lds, bytes_of(kElement)};
  Places first;
  Places second;
  locate_lds(w, u, static_cast<uint32_t>(u.offset), intent, first);
  locate_lds(w, u, u.bits, intent, second);
  load_lanes<kElement, Part::whole>(w.vgpr + u.dst, first);
  load_lanes<kElement, Part::whole>(w.vgpr + u.dst + rows_of(kElement), second);
}
template <Element kElement>
[[gnu::flatten]] void store_2addr(Wave& w, const Uop& u) {
  constexpr Intent intent{MemoryAccess::Space::lds, bytes_of(kElement), true};
  Places first;
  Places second;
  locate_lds(w, u, static_cast<uint32_t>(u.offset), intent, first);
  locate_lds(w, u, u.bits, intent, second);
  store_lanes<kElement, Part::whole>(w.vgpr + u.src[1].index, first);
  store_lanes<kElement, Part::whole>(w.vgpr + u.src[2].index, second);
}

constexpr Instruction row(std::string_view name, Handler run, unsigned dst, unsigned data0,
                          unsigned data1 = 0, unsigned stride = 0) {
  Instruction instruction;
  instruction.name = name;
  instruction.shape = Shape::lds;
  instruction.run = run;
  instruction.bits = register_bits({dst, data0, data1, stride});
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
/// `units`: the offsets count elements, or 64 of them.
template <Element kElement>
constexpr Instruction loads_2addr(std::string_view name, unsigned units) {
  return row(name, load_2addr<kElement>, 2 * rows_of(kElement), 0, 0, units * bytes_of(kElement));
}
template <Element kElement>
constexpr Instruction stores_2addr(std::string_view name, unsigned units) {
  return row(name, store_2addr<kElement>, 0, rows_of(kElement), rows_of(kElement),
             units * bytes_of(kElement));
}

constexpr Instruction kRows[] = {
    loads<Element::u8>("ds_load_u8"),
    loads<Element::i8>("ds_load_i8"),
    loads<Element::u16>("ds_load_u16"),
    loads<Element::i16>("ds_load_i16"),
    loads<Element::b32>("ds_load_b32"),
    loads<Element::b64>("ds_load_b64"),
    loads<Element::b96>("ds_load_b96"),
    loads<Element::b128>("ds_load_b128"),
    loads<Element::u8, Part::low>("ds_load_u8_d16"),
    loads<Element::u8, Part::high>("ds_load_u8_d16_hi"),
    loads<Element::i8, Part::low>("ds_load_i8_d16"),
    loads<Element::i8, Part::high>("ds_load_i8_d16_hi"),
    loads<Element::u16, Part::low>("ds_load_u16_d16"),
    loads<Element::u16, Part::high>("ds_load_u16_d16_hi"),
    loads_2addr<Element::b32>("ds_load_2addr_b32", 1),
    loads_2addr<Element::b64>("ds_load_2addr_b64", 1),
    loads_2addr<Element::b32>("ds_load_2addr_stride64_b32", 64),
    loads_2addr<Element::b64>("ds_load_2addr_stride64_b64", 64),

    stores<Element::u8>("ds_store_b8"),
    stores<Element::u16>("ds_store_b16"),
    stores<Element::b32>("ds_store_b32"),
    stores<Element::b64>("ds_store_b64"),
    stores<Element::b96>("ds_store_b96"),
    stores<Element::b128>("ds_store_b128"),
    stores<Element::u8, Part::high>("ds_store_b8_d16_hi"),
    stores<Element::u16, Part::high>("ds_store_b16_d16_hi"),
    stores_2addr<Element::b32>("ds_store_2addr_b32", 1),
    stores_2addr<Element::b64>("ds_store_2addr_b64", 1),
    stores_2addr<Element::b32>("ds_store_2addr_stride64_b32", 64),
    stores_2addr<Element::b64>("ds_store_2addr_stride64_b64", 64),
};

}  // namespace

Instructions lds_rows() { return kRows; }

}  // namespace tilewright::emu::TW_HOST
