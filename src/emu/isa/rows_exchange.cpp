// Instructions that move data between lanes through the LDS hardware without touching LDS (ISA
// manuals, DS_PERMUTE_B32, DS_BPERMUTE_B32, DS_SWIZZLE_B32), and LDS addressed by lane number.
// SPDX-License-Identifier: MIT
#include "emu/isa/lds_places.hpp"
#include "emu/isa/memory_bits.hpp"
#include "emu/isa/rows.hpp"

namespace tilewright::emu {
namespace {

/// The lanes that exchange data: a wave32, one half of a wave64 or, if the instruction is executed
/// once for both, all of a wave64.
struct Party {
  Party(const Wave& w, const Uop& u)
      : lanes(w.size == WaveSize::w64 && (u.flags & Uop::both_halves) == 0 ? 2 * kLanes : kLanes),
        exec(lanes == kLanes ? w.exec() : w.whole_exec()) {}
  unsigned lanes;
  uint64_t exec;
  uint32_t value[2 * kLanes] = {};  ///< results

  [[nodiscard]] bool active(unsigned lane) const { return (exec >> lane & 1) != 0; }
  /// The lane that an address names: a dword each, high bits ignored.
  [[nodiscard]] unsigned lane_at(const Wave& w, const Uop& u, unsigned lane) const {
    const uint32_t address = w.cell(u.src[0].index, lane) + static_cast<uint32_t>(u.offset);
    return address / 4 % lanes;
  }
  void write(Wave& w, const Uop& u) const {
    for (uint64_t left = exec; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctzll(left));
      w.cell(u.dst, lane) = value[lane];
    }
  }
};

/// Sends: of several lanes with one target, the highest wins; a lane that nobody sends to gets 0.
void permute(Wave& w, const Uop& u) {
  Party party(w, u);
  for (unsigned lane = 0; lane < party.lanes; ++lane) {
    if (party.active(lane)) party.value[party.lane_at(w, u, lane)] = w.cell(u.src[1].index, lane);
  }
  party.write(w, u);
}
/// Fetches: an inactive lane gives 0, unless the instruction fetches those too (FI).
template <bool kFetchInactive>
void bpermute(Wave& w, const Uop& u) {
  Party party(w, u);
  for (unsigned lane = 0; lane < party.lanes; ++lane) {
    const unsigned from = party.lane_at(w, u, lane);
    if (kFetchInactive || party.active(from)) party.value[lane] = w.cell(u.src[1].index, from);
  }
  party.write(w, u);
}

unsigned reverse5(unsigned i) {
  return (i & 1) << 4 | (i & 2) << 2 | (i & 4) | (i & 8) >> 2 | (i & 16) >> 4;
}
/// The lane that `lane` reads under a swizzle pattern, the instruction's 16-bit offset.
unsigned swizzle_source(uint32_t pattern, unsigned lane) {
  if (pattern >= 0xe000) {  // FFT decomposition
    const unsigned mask = pattern & 31;
    return (reverse5(lane) >> __builtin_popcount(mask)) | (lane & mask);
  }
  if (pattern >= 0xc000) {  // rotate within the lanes that differ in the mask's zero bits
    const unsigned mask = pattern & 31;
    const unsigned amount = pattern >> 5 & 31;
    const unsigned moved = (pattern >> 10 & 1) != 0 ? lane - amount : lane + amount;
    return (lane & mask) | (moved & ~mask & 31);
  }
  if (pattern >= 0x8000) return (lane & ~3u) | (pattern >> 2 * (lane & 3) & 3);
  return (((lane & pattern) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31)) & 31;
}
void swizzle(Wave& w, const Uop& u) {
  Party party(w, u);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const unsigned from = swizzle_source(static_cast<uint32_t>(u.offset), lane) & 31;
    if (party.active(from)) party.value[lane] = w.cell(u.src[0].index, from);
  }
  party.write(w, u);
}

/// Address: M0[15:0] + offset + 4 * lane.
void locate_by_lane(Wave& w, const Uop& u, const Intent& intent, Places& places) {
  uint64_t offsets[kLanes] = {};
  places.active = w.exec();
  const uint64_t base = static_cast<uint32_t>(u.offset) + (w.scalar[sreg::m0] & 0xffff);
  for (uint32_t left = places.active; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    offsets[lane] = base + 4 * (lane + kLanes * w.half);
    places.lane[lane] =
        reinterpret_cast<uint64_t>(lds(w, offsets[lane], 4, static_cast<int>(lane), intent.write));
  }
  report(w, u, intent, places.active, offsets);
}
void load_by_lane(Wave& w, const Uop& u) {
  Places places;
  locate_by_lane(w, u, {MemoryAccess::Space::lds, 4}, places);
  load_lanes<Element::b32, Part::whole>(w.vgpr + u.dst, places);
}
void store_by_lane(Wave& w, const Uop& u) {
  Places places;
  locate_by_lane(w, u, {MemoryAccess::Space::lds, 4, true}, places);
  store_lanes<Element::b32, Part::whole>(w.vgpr + u.src[1].index, places);
}
void nothing(Wave&, const Uop&) {}

constexpr Instruction row(std::string_view name, Handler run, unsigned dst, unsigned data,
                          On on = On::both) {
  Instruction instruction;
  instruction.name = name;
  instruction.on = on;
  instruction.shape = Shape::lds;
  instruction.run = run;
  instruction.bits = register_bits({dst, data});
  return instruction;
}

constexpr Instruction kRows[] = {
    row("ds_permute_b32", permute, 1, 1),
    row("ds_bpermute_b32", bpermute<false>, 1, 1),
    row("ds_bpermute_fi_b32", bpermute<true>, 1, 1, On::gfx12),
    row("ds_swizzle_b32", swizzle, 1, 0),
    row("ds_load_addtid_b32", load_by_lane, 1, 0),
    row("ds_store_addtid_b32", store_by_lane, 0, 1),
    row("ds_nop", nothing, 0, 0),
};

}  // namespace

Instructions exchange_rows() { return kRows; }

}  // namespace tilewright::emu
