// SPDX-License-Identifier: MIT
#include "emu/check/counter.hpp"

#include <fmt/format.h>

#include "emu/isa/memory_bits.hpp"

namespace tilewright::emu::check {
namespace {

uint32_t& limit(Waits& waits, Counter counter) {
  return waits.left[static_cast<unsigned>(counter)];
}

}  // namespace

Waits waits_of(const Instruction& row, int32_t simm16) {
  const auto bits = static_cast<uint32_t>(simm16);
  Waits waits;
  const auto lgkm = [&waits](uint32_t left) {
    limit(waits, Counter::lds) = left;
    // Any of those that are left may be a scalar one.
    if (left == 0) limit(waits, Counter::scalar) = 0;
  };
  if (row.name == "s_waitcnt") {
    limit(waits, Counter::load) = bits >> 10 & 63;
    lgkm(bits >> 4 & 63);
  } else if (row.name == "s_waitcnt_vmcnt" || row.name == "s_wait_loadcnt") {
    limit(waits, Counter::load) = bits & 63;
  } else if (row.name == "s_waitcnt_vscnt" || row.name == "s_wait_storecnt") {
    limit(waits, Counter::store) = bits & 63;
  } else if (row.name == "s_waitcnt_lgkmcnt") {
    lgkm(bits & 63);
  } else if (row.name == "s_wait_dscnt") {
    limit(waits, Counter::lds) = bits & 63;
  } else if (row.name == "s_wait_kmcnt") {
    if ((bits & 31) == 0) limit(waits, Counter::scalar) = 0;
  } else if (row.name == "s_wait_loadcnt_dscnt") {
    limit(waits, Counter::load) = bits >> 8 & 63;
    limit(waits, Counter::lds) = bits & 63;
  } else if (row.name == "s_wait_storecnt_dscnt") {
    limit(waits, Counter::store) = bits >> 8 & 63;
    limit(waits, Counter::lds) = bits & 63;
  } else if (row.name == "s_wait_idle") {
    waits.left.fill(0);
  }
  return waits;
}

CounterSet counters_of(const Instruction& row, const Uop& uop) {
  CounterSet set;
  const DataRegisters data = registers_of(row.bits);
  const bool touches = data.dst != 0 || data.data0 != 0;
  switch (row.shape) {
    case Shape::smem:
    case Shape::smem_buffer:
      if (touches) set.add(Counter::scalar);
      break;
    case Shape::lds:
      if (row.name != "ds_nop") set.add(Counter::lds);
      break;
    case Shape::global:
    case Shape::buffer: {
      if (!touches) break;
      const bool atomic = (row.flags & kAtomic) != 0;
      const bool loads = atomic ? (uop.flags & kReturnsOld) != 0 : data.dst != 0;
      set.add(loads ? Counter::load : Counter::store);
      if (row.name.starts_with("flat")) set.add(Counter::lds);  // it may be LDS
      break;
    }
    default:
      break;
  }
  return set;
}

std::string wait_text(Generation generation, Counter counter, uint32_t left) {
  const bool gfx11 = generation == Generation::gfx11;
  switch (counter) {
    case Counter::load:
      return (gfx11 ? fmt::format("s_waitcnt vmcnt({})", left)
                    : fmt::format("s_wait_loadcnt {}", left));
    case Counter::store:
      return (gfx11 ? fmt::format("s_waitcnt_vscnt null, {}", left)
                    : fmt::format("s_wait_storecnt {}", left));
    case Counter::lds:
      return (gfx11 ? fmt::format("s_waitcnt lgkmcnt({})", left)
                    : fmt::format("s_wait_dscnt {}", left));
    case Counter::scalar:
      return gfx11 ? "s_waitcnt lgkmcnt(0)" : "s_wait_kmcnt 0";
  }
  return "";
}

}  // namespace tilewright::emu::check
