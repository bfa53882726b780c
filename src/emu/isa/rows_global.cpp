// FLAT, GLOBAL and SCRATCH instructions (ISA manuals, "Flat Memory Instructions").
// SPDX-License-Identifier: MIT
#include "emu/isa/faults.hpp"
#include "emu/isa/flat_places.hpp"
#include "emu/isa/host.hpp"
#include "emu/isa/memory_bits.hpp"

namespace tilewright::emu::TW_HOST {
namespace {

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

/// Eight 16-bit elements a lane, transposed within each group of eight lanes: element j of a lane
/// is what lane j of its group has read in the place of this lane. The manual gives no formula;
/// this is what others have measured on a gfx1201 with a sweep of addresses.
[[gnu::flatten]] void load_transposed(Wave& w, const Uop& u) {
  constexpr unsigned kGroup = 8;
  Places places;
  Global::locate(w, u, {kSpace<Global>, kGroup * sizeof(uint16_t)}, places);
  if (places.active != ~0u) partial_transpose_fault(places.active);
  uint16_t read[kLanes][kGroup];
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    std::memcpy(read[lane], places[lane], sizeof(read[lane]));
  }
  Row* const dst = w.vgpr + u.dst;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const unsigned place = lane % kGroup;
    const unsigned group = lane - place;
    for (unsigned i = 0; i < kGroup / 2; ++i) {
      dst[i].lane[lane] = read[group + 2 * i][place] | uint32_t{read[group + 2 * i + 1][place]}
                                                           << 16;
    }
  }
}

constexpr Instruction row(std::string_view name, Handler run, unsigned dst, unsigned data) {
  Instruction instruction;
  instruction.name = name;
  instruction.shape = Shape::global;
  instruction.run = run;
  instruction.bits = register_bits({dst, data});
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

constexpr Instruction loads_transposed(std::string_view name) {
  Instruction instruction = row(name, load_transposed, rows_of(Element::b128), 0);
  instruction.on = On::gfx12;
  return instruction;
}

void nothing(Wave&, const Uop&) {}
/// Cache control: memory is coherent here.
constexpr Instruction ignored(std::string_view name) {
  Instruction instruction = row(name, nothing, 0, 0);
  instruction.on = On::gfx12;
  return instruction;
}

constexpr Instruction kRows[] = {
    ignored("global_inv"),
    ignored("global_wb"),
    ignored("global_wbinv"),

    loads<Global, Element::u8>("global_load_u8"),
    loads<Global, Element::i8>("global_load_i8"),
    loads<Global, Element::u16>("global_load_u16"),
    loads<Global, Element::i16>("global_load_i16"),
    loads<Global, Element::b32>("global_load_b32"),
    loads<Global, Element::b64>("global_load_b64"),
    loads<Global, Element::b96>("global_load_b96"),
    loads<Global, Element::b128>("global_load_b128"),
    loads_transposed("global_load_tr_b128"),
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
