// Scalar memory instructions (ISA manuals, "Scalar Memory Reads").
// SPDX-License-Identifier: MIT
#include <cstring>

#include "emu/exec/access.hpp"
#include "emu/isa/descriptor.hpp"
#include "emu/isa/memory_bits.hpp"
#include "emu/isa/rows.hpp"
#include "emu/isa/scalars.hpp"

namespace tilewright::emu {
namespace {

using namespace scalar_alu;

void report(const Wave& w, const Uop& u, uint64_t address, uint32_t bytes) {
  if (w.observer == nullptr) return;
  const uint64_t addresses[kLanes] = {address};
  w.observer->on_access(
      w, u, {MemoryAccess::Space::scalar, false, false, static_cast<uint8_t>(bytes), 1, addresses});
}

uint64_t address_of(const Wave& w, const Uop& u) {
  return w.scalar64(u.src[0].index) + static_cast<uint64_t>(int64_t{u.offset}) +
         scalar_value(w, u.src[1]);
}

void write_dwords(Wave& w, const Uop& u, const uint32_t* from, unsigned count) {
  if (u.dst == sreg::null) return;
  std::memcpy(&w.scalar[u.dst], from, 4 * size_t{count});
}

/// Dword loads ignore the low two bits of the address.
void load_dwords(Wave& w, const Uop& u) {
  const uint64_t address = address_of(w, u) & ~uint64_t{3};
  const std::byte* const from = global(w, address, u.bits, -1, false);
  report(w, u, address, u.bits);
  uint32_t words[16];
  std::memcpy(words, from, u.bits);
  write_dwords(w, u, words, u.bits / 4);
}

template <class T>
void load_small(Wave& w, const Uop& u) {
  const uint64_t address = address_of(w, u) & ~uint64_t{sizeof(T) - 1};
  T value;
  std::memcpy(&value, global(w, address, sizeof value, -1, false), sizeof value);
  report(w, u, address, sizeof value);
  write32(w, u.dst, static_cast<uint32_t>(static_cast<int32_t>(value)));
}

struct BufferRange {
  uint64_t base;
  uint64_t offset;
  uint64_t size;
};
BufferRange buffer_range(const Wave& w, const Uop& u) {
  const Descriptor d = descriptor(w, u.src[0].index);
  const uint64_t size = d.stride == 0 ? d.records : d.records * d.stride;
  return {d.base, uint64_t{static_cast<uint32_t>(u.offset)} + scalar_value(w, u.src[1]), size};
}

/// Dwords past the end of the buffer read as zero.
void buffer_load_dwords(Wave& w, const Uop& u) {
  const BufferRange range = buffer_range(w, u);
  const uint64_t first = range.offset & ~uint64_t{3};
  const uint64_t room = first < range.size ? (range.size - first) & ~uint64_t{3} : 0;
  const auto bytes = static_cast<uint32_t>(room < u.bits ? room : u.bits);
  uint32_t words[16] = {};
  if (bytes != 0) {
    std::memcpy(words, global(w, range.base + first, bytes, -1, false), bytes);
    report(w, u, range.base + first, bytes);
  }
  write_dwords(w, u, words, u.bits / 4);
}

template <class T>
void buffer_load_small(Wave& w, const Uop& u) {
  const BufferRange range = buffer_range(w, u);
  const uint64_t offset = range.offset & ~uint64_t{sizeof(T) - 1};
  T value = 0;
  if (offset + sizeof(T) <= range.size) {
    std::memcpy(&value, global(w, range.base + offset, sizeof value, -1, false), sizeof value);
    report(w, u, range.base + offset, sizeof value);
  }
  write32(w, u.dst, static_cast<uint32_t>(static_cast<int32_t>(value)));
}

void nothing(Wave&, const Uop&) {}

constexpr Instruction load(std::string_view name, Handler run, unsigned dwords, On on = On::both) {
  Instruction row;
  row.name = name;
  row.on = on;
  row.shape = name.starts_with("s_buffer") ? Shape::smem_buffer : Shape::smem;
  row.run = run;
  row.bits = register_bits({dwords, 0});
  return row;
}
constexpr Instruction ignored(std::string_view name, On on = On::both) {
  return load(name, nothing, 0, on);
}

constexpr Instruction kRows[] = {
    load("s_load_b32", load_dwords, 1),
    load("s_load_b64", load_dwords, 2),
    load("s_load_b96", load_dwords, 3, On::gfx12),
    load("s_load_b128", load_dwords, 4),
    load("s_load_b256", load_dwords, 8),
    load("s_load_b512", load_dwords, 16),
    load("s_load_u8", load_small<uint8_t>, 1, On::gfx12),
    load("s_load_i8", load_small<int8_t>, 1, On::gfx12),
    load("s_load_u16", load_small<uint16_t>, 1, On::gfx12),
    load("s_load_i16", load_small<int16_t>, 1, On::gfx12),
    load("s_buffer_load_b32", buffer_load_dwords, 1),
    load("s_buffer_load_b64", buffer_load_dwords, 2),
    load("s_buffer_load_b96", buffer_load_dwords, 3, On::gfx12),
    load("s_buffer_load_b128", buffer_load_dwords, 4),
    load("s_buffer_load_b256", buffer_load_dwords, 8),
    load("s_buffer_load_b512", buffer_load_dwords, 16),
    load("s_buffer_load_u8", buffer_load_small<uint8_t>, 1, On::gfx12),
    load("s_buffer_load_i8", buffer_load_small<int8_t>, 1, On::gfx12),
    load("s_buffer_load_u16", buffer_load_small<uint16_t>, 1, On::gfx12),
    load("s_buffer_load_i16", buffer_load_small<int16_t>, 1, On::gfx12),
    ignored("s_dcache_inv"),
    ignored("s_gl1_inv", On::gfx11),
    ignored("s_prefetch_inst", On::gfx12),
    ignored("s_prefetch_inst_pc_rel", On::gfx12),
    ignored("s_prefetch_data", On::gfx12),
    ignored("s_prefetch_data_pc_rel", On::gfx12),
    ignored("s_buffer_prefetch_data", On::gfx12),
};

}  // namespace

Instructions scalar_memory_rows() { return kRows; }

}  // namespace tilewright::emu
