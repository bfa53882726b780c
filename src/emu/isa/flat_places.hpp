// Where the lanes of a global, scratch or flat instruction read or write (ISA manuals, "Flat Memory
// Instructions"). Internal linkage for the reason given in lanes.hpp.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/isa/vector_memory.hpp"

namespace tilewright::emu {
namespace {

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
    const auto report_as = [&](MemoryAccess::Space space, uint32_t lanes) {
      if (lanes == 0) return;
      report(w, u, {space, intent.bytes, intent.write, intent.atomic}, lanes, address);
    };
    report_as(MemoryAccess::Space::lds, in_lds);
    report_as(MemoryAccess::Space::scratch, in_scratch);
  }
};

template <class Where>
constexpr MemoryAccess::Space kSpace = MemoryAccess::Space::global;
template <>
constexpr MemoryAccess::Space kSpace<Scratch> = MemoryAccess::Space::scratch;

}  // namespace
}  // namespace tilewright::emu
