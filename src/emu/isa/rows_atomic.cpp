// Atomic memory instructions: LDS, global, flat and buffer (ISA manuals, DS_ADD_U32,
// GLOBAL_ATOMIC_ADD_U32 …). Lanes act in ascending order. Workgroups run on several threads, so
// that everything outside LDS is an atomic of the host; a workgroup's waves share one thread.
// SPDX-License-Identifier: MIT
#include "emu/isa/atomic_operations.hpp"
#include "emu/isa/buffer_places.hpp"
#include "emu/isa/faults.hpp"
#include "emu/isa/flat_places.hpp"
#include "emu/isa/lds_places.hpp"
#include "emu/isa/rows.hpp"

namespace tilewright::emu {

namespace {

using namespace atomic;

// --- operands
template <class T>
T read_lane(const Row* rows, unsigned lane) {
  if constexpr (sizeof(T) == 8)
    return rows[0].lane[lane] | u64{rows[1].lane[lane]} << 32;
  else
    return rows->lane[lane];
}
template <class T>
void write_lane(Row* rows, unsigned lane, T value) {
  rows[0].lane[lane] = static_cast<u32>(value);
  if constexpr (sizeof(T) == 8) rows[1].lane[lane] = static_cast<u32>(value >> 32);
}

template <class T>
using Two = T (*)(T, T);
template <class T>
using Three = T (*)(T, T, T);
template <class T>
T apply(Two<T> f, T old, T data, T) {
  return f(old, data);
}
template <class T>
T apply(Three<T> f, T old, T data, T compare) {
  return f(old, data, compare);
}
template <class T>
constexpr bool takes_three(Two<T>) {
  return false;
}
template <class T>
constexpr bool takes_three(Three<T>) {
  return true;
}

template <class T, auto kFunction, bool kReturns>
void lds_atomic(Wave& w, const Uop& u) {
  Places places;
  const Intent intent{MemoryAccess::Space::lds, sizeof(T), true, true};
  locate_lds(w, u, static_cast<u32>(u.offset), intent, places);
  for (u32 left = places.active; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    const uint64_t offset = places.lane[lane] - reinterpret_cast<uint64_t>(w.group->lds.data());
    if (offset % sizeof(T) != 0) alignment_fault(offset, sizeof(T), lane);
    const T data = read_lane<T>(w.vgpr + u.src[1].index, lane);
    T compare{};
    if constexpr (takes_three<T>(kFunction)) {
      compare = read_lane<T>(w.vgpr + u.src[2].index, lane);
    }
    const T old = read_bytes<T>(places[lane]);
    const T value = apply<T>(kFunction, old, data, compare);
    std::memcpy(places[lane], &value, sizeof value);
    if constexpr (kReturns) write_lane(w.vgpr + u.dst, lane, old);
  }
}

template <class T, auto kFunction>
void memory_atomic(Wave& w, const Uop& u, const Places& places) {
  for (u32 left = places.active; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    const uint64_t address = places.lane[lane];
    if (address % sizeof(T) != 0) alignment_fault(address, sizeof(T), lane);
    auto* const target = reinterpret_cast<T*>(address);
    const Row* const rows = w.vgpr + u.src[1].index;
    const T data = read_lane<T>(rows, lane);
    T compare{};
    if constexpr (takes_three<T>(kFunction)) compare = read_lane<T>(rows + sizeof(T) / 4, lane);
    T old = __atomic_load_n(target, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(target, &old, apply<T>(kFunction, old, data, compare),
                                        false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
    }
    if ((u.flags & kReturnsOld) != 0) write_lane(w.vgpr + u.dst, lane, old);
  }
}

template <class Where, class T, auto kFunction>
void flat_atomic(Wave& w, const Uop& u) {
  Places places;
  Where::locate(w, u, {kSpace<Where>, sizeof(T), true, true}, places);
  memory_atomic<T, kFunction>(w, u, places);
}

/// Out of range: memory stays, the returned value is 0.
template <class T, auto kFunction>
void buffer_atomic(Wave& w, const Uop& u) {
  Places places;
  const Descriptor d = descriptor(w, u.src[2].index);
  const Intent intent{MemoryAccess::Space::global, sizeof(T), true, true};
  const BufferRange range = locate_buffer(w, u, d, intent, places);
  const u32 dropped = places.active & ~range.whole;
  places.active = range.whole;
  memory_atomic<T, kFunction>(w, u, places);
  if ((u.flags & kReturnsOld) == 0) return;
  for (u32 left = dropped; left != 0; left &= left - 1) {
    write_lane<T>(w.vgpr + u.dst, static_cast<unsigned>(__builtin_ctz(left)), 0);
  }
}

constexpr Instruction row(std::string_view name, On on, Shape shape, Handler run,
                          const DataRegisters& registers) {
  Instruction instruction;
  instruction.name = name;
  instruction.on = on;
  instruction.shape = shape;
  instruction.flags = kAtomic;
  instruction.run = run;
  instruction.bits = register_bits(registers);
  return instruction;
}
template <class T, auto kFunction, bool kReturns>
constexpr Instruction lds_row(std::string_view name, On on) {
  constexpr unsigned kRegisters = sizeof(T) / 4;
  return row(name, on, Shape::lds, lds_atomic<T, kFunction, kReturns>,
             {kReturns ? kRegisters : 0, kRegisters, takes_three<T>(kFunction) ? kRegisters : 0});
}
template <class T, auto kFunction>
constexpr DataRegisters memory_registers() {
  constexpr unsigned kRegisters = sizeof(T) / 4;
  return {kRegisters, takes_three<T>(kFunction) ? 2 * kRegisters : kRegisters};
}
template <class Where, class T, auto kFunction>
constexpr Instruction flat_row(std::string_view name, On on) {
  return row(name, on, Shape::global, flat_atomic<Where, T, kFunction>,
             memory_registers<T, kFunction>());
}
template <class T, auto kFunction>
constexpr Instruction buffer_row(std::string_view name, On on) {
  return row(name, on, Shape::buffer, buffer_atomic<T, kFunction>,
             memory_registers<T, kFunction>());
}

// LDS names an operation with and without a returned value; elsewhere a bit asks for it.
#define TW_LDS(name, type, T, ...)                               \
  lds_row<T, __VA_ARGS__, false>("ds_" name "_" type, On::both), \
      lds_row<T, __VA_ARGS__, true>("ds_" name "_rtn_" type, On::both)
#define TW_LDS_ON(on, name, type, T, ...)                  \
  lds_row<T, __VA_ARGS__, false>("ds_" name "_" type, on), \
      lds_row<T, __VA_ARGS__, true>("ds_" name "_rtn_" type, on)
#define TW_MEMORY_ON(on, name, T, ...)                         \
  flat_row<Global, T, __VA_ARGS__>("global_atomic_" name, on), \
      flat_row<Flat, T, __VA_ARGS__>("flat_atomic_" name, on), \
      buffer_row<T, __VA_ARGS__>("buffer_atomic_" name, on)
#define TW_MEMORY(name, T, ...) TW_MEMORY_ON(On::both, name, T, __VA_ARGS__)

constexpr Instruction kRows[] = {
    TW_LDS("add", "u32", u32, add<u32>),
    TW_LDS("add", "u64", u64, add<u64>),
    TW_LDS("sub", "u32", u32, sub<u32>),
    TW_LDS("sub", "u64", u64, sub<u64>),
    TW_LDS("rsub", "u32", u32, rsub<u32>),
    TW_LDS("rsub", "u64", u64, rsub<u64>),
    TW_LDS("inc", "u32", u32, inc<u32>),
    TW_LDS("inc", "u64", u64, inc<u64>),
    TW_LDS("dec", "u32", u32, dec<u32>),
    TW_LDS("dec", "u64", u64, dec<u64>),
    TW_LDS("min", "i32", u32, min_s<u32>),
    TW_LDS("min", "i64", u64, min_s<u64>),
    TW_LDS("max", "i32", u32, max_s<u32>),
    TW_LDS("max", "i64", u64, max_s<u64>),
    TW_LDS("min", "u32", u32, min_u<u32>),
    TW_LDS("min", "u64", u64, min_u<u64>),
    TW_LDS("max", "u32", u32, max_u<u32>),
    TW_LDS("max", "u64", u64, max_u<u64>),
    TW_LDS("and", "b32", u32, and_<u32>),
    TW_LDS("and", "b64", u64, and_<u64>),
    TW_LDS("or", "b32", u32, or_<u32>),
    TW_LDS("or", "b64", u64, or_<u64>),
    TW_LDS("xor", "b32", u32, xor_<u32>),
    TW_LDS("xor", "b64", u64, xor_<u64>),
    TW_LDS("mskor", "b32", u32, mask_or<u32>),
    TW_LDS("mskor", "b64", u64, mask_or<u64>),
    TW_LDS("cmpstore", "b32", u32, cmp_store<u32>),
    TW_LDS("cmpstore", "b64", u64, cmp_store<u64>),
    TW_LDS("add", "f32", u32, on_floats<float, u32, add_float<float>>),
    TW_LDS_ON(On::gfx11, "min", "f32", u32, on_floats<float, u32, min_float<float>>),
    TW_LDS_ON(On::gfx11, "max", "f32", u32, on_floats<float, u32, max_float<float>>),
    TW_LDS_ON(On::gfx11, "min", "f64", u64, on_floats<double, u64, min_float<double>>),
    TW_LDS_ON(On::gfx11, "max", "f64", u64, on_floats<double, u64, max_float<double>>),
    TW_LDS_ON(On::gfx12, "min_num", "f32", u32, on_floats<float, u32, min_number<float>>),
    TW_LDS_ON(On::gfx12, "max_num", "f32", u32, on_floats<float, u32, max_number<float>>),
    TW_LDS_ON(On::gfx12, "min_num", "f64", u64, on_floats<double, u64, min_number<double>>),
    TW_LDS_ON(On::gfx12, "max_num", "f64", u64, on_floats<double, u64, max_number<double>>),
    TW_LDS_ON(On::gfx12, "cond_sub", "u32", u32, cond_sub<u32>),
    TW_LDS_ON(On::gfx12, "sub_clamp", "u32", u32, sub_clamp<u32>),
    TW_LDS_ON(On::gfx12, "pk_add", "f16", u32, both_halves<add_f16>),
    TW_LDS_ON(On::gfx12, "pk_add", "bf16", u32, both_halves<add_bf16>),
    lds_row<u32, exchange<u32>, true>("ds_storexchg_rtn_b32", On::both),
    lds_row<u64, exchange<u64>, true>("ds_storexchg_rtn_b64", On::both),

    TW_MEMORY("add_u32", u32, add<u32>),
    TW_MEMORY("add_u64", u64, add<u64>),
    TW_MEMORY("sub_u32", u32, sub<u32>),
    TW_MEMORY("sub_u64", u64, sub<u64>),
    TW_MEMORY("inc_u32", u32, inc<u32>),
    TW_MEMORY("inc_u64", u64, inc<u64>),
    TW_MEMORY("dec_u32", u32, dec<u32>),
    TW_MEMORY("dec_u64", u64, dec<u64>),
    TW_MEMORY("min_i32", u32, min_s<u32>),
    TW_MEMORY("min_i64", u64, min_s<u64>),
    TW_MEMORY("max_i32", u32, max_s<u32>),
    TW_MEMORY("max_i64", u64, max_s<u64>),
    TW_MEMORY("min_u32", u32, min_u<u32>),
    TW_MEMORY("min_u64", u64, min_u<u64>),
    TW_MEMORY("max_u32", u32, max_u<u32>),
    TW_MEMORY("max_u64", u64, max_u<u64>),
    TW_MEMORY("and_b32", u32, and_<u32>),
    TW_MEMORY("and_b64", u64, and_<u64>),
    TW_MEMORY("or_b32", u32, or_<u32>),
    TW_MEMORY("or_b64", u64, or_<u64>),
    TW_MEMORY("xor_b32", u32, xor_<u32>),
    TW_MEMORY("xor_b64", u64, xor_<u64>),
    TW_MEMORY("swap_b32", u32, exchange<u32>),
    TW_MEMORY("swap_b64", u64, exchange<u64>),
    TW_MEMORY("cmpswap_b32", u32, cmp_store<u32>),
    TW_MEMORY("cmpswap_b64", u64, cmp_store<u64>),
    TW_MEMORY("add_f32", u32, on_floats<float, u32, add_float<float>>),
    TW_MEMORY_ON(On::gfx11, "csub_u32", u32, sub_clamp<u32>),
    TW_MEMORY_ON(On::gfx11, "min_f32", u32, on_floats<float, u32, min_float<float>>),
    TW_MEMORY_ON(On::gfx11, "max_f32", u32, on_floats<float, u32, max_float<float>>),
    TW_MEMORY_ON(On::gfx12, "sub_clamp_u32", u32, sub_clamp<u32>),
    TW_MEMORY_ON(On::gfx12, "cond_sub_u32", u32, cond_sub<u32>),
    TW_MEMORY_ON(On::gfx12, "min_num_f32", u32, on_floats<float, u32, min_number<float>>),
    TW_MEMORY_ON(On::gfx12, "max_num_f32", u32, on_floats<float, u32, max_number<float>>),
    TW_MEMORY_ON(On::gfx12, "pk_add_f16", u32, both_halves<add_f16>),
    TW_MEMORY_ON(On::gfx12, "pk_add_bf16", u32, both_halves<add_bf16>),
};

}  // namespace

Instructions atomic_rows() { return kRows; }

}  // namespace tilewright::emu
