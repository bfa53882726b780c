// The bits of a result that depend on undefined bits of its sources, for one lane.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "emu/check/undefined.hpp"

namespace tilewright::emu::check {

/// A source operand: its value and which bits of it are undefined.
struct Partial {
  uint32_t value = 0;
  uint32_t undefined = 0;
};

namespace transfer {

/// From the lowest undefined bit upwards.
constexpr uint32_t upwards(uint32_t undefined) {
  return undefined == 0 ? 0 : 0 - (undefined & -undefined);
}
constexpr uint32_t all_or_nothing(uint32_t undefined) { return undefined == 0 ? 0 : ~0u; }

constexpr uint32_t bit_and(Partial a, Partial b) {
  return (a.undefined | b.undefined) & (a.undefined | a.value) & (b.undefined | b.value);
}
constexpr uint32_t bit_or(Partial a, Partial b) {
  return (a.undefined | b.undefined) & (a.undefined | ~a.value) & (b.undefined | ~b.value);
}
constexpr uint32_t shift_left(Partial value, Partial amount) {
  return amount.undefined != 0 ? ~0u : value.undefined << (amount.value & 31);
}
constexpr uint32_t shift_right(Partial value, Partial amount, bool is_signed) {
  if (amount.undefined != 0) return ~0u;
  const unsigned by = amount.value & 31;
  return is_signed ? static_cast<uint32_t>(static_cast<int32_t>(value.undefined) >> by)
                   : value.undefined >> by;
}
constexpr uint32_t align(Partial high, Partial low, Partial amount, unsigned unit, unsigned mask) {
  if (amount.undefined != 0) return ~0u;
  return static_cast<uint32_t>((uint64_t{high.undefined} << 32 | low.undefined) >>
                               unit * (amount.value & mask));
}
/// v_perm: selects 0-7 copy a byte of {a, b}, 8-11 a sign, others are constants.
constexpr uint32_t bytes(Partial a, Partial b, Partial select) {
  if (select.undefined != 0) return ~0u;
  const uint64_t from = uint64_t{a.undefined} << 32 | b.undefined;
  uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const uint32_t s = select.value >> 8 * i & 0xff;
    uint32_t byte = 0;
    if (s <= 7)
      byte = static_cast<uint32_t>(from >> 8 * s) & 0xff;
    else if (s <= 11)
      byte = (from >> (16 * (s - 8) + 15) & 1) != 0 ? 0xff : 0;
    result |= byte << 8 * i;
  }
  return result;
}

/// Of an operation with a 64-bit result. Undefined bits of the sources; `amount` shifts.
constexpr uint64_t apply_wide(Transfer kind, Partial amount, uint64_t a, uint64_t b, uint64_t c,
                              bool is_signed) {
  const unsigned by = amount.value & 63;
  const uint64_t any = a | b | c;
  switch (kind) {
    case Transfer::carry:
      return any == 0 ? 0 : 0 - (any & -any);
    case Transfer::shift_left:
      return amount.undefined != 0 ? ~uint64_t{0} : b << by;
    case Transfer::shift_right:
      if (amount.undefined != 0) return ~uint64_t{0};
      return is_signed ? static_cast<uint64_t>(static_cast<int64_t>(b) >> by) : b >> by;
    default:
      return any == 0 ? 0 : ~uint64_t{0};
  }
}

/// `mask`: the lane's bit of the mask input. `is_signed`: of shifts.
constexpr uint32_t apply(Transfer kind, Partial a, Partial b, Partial c, Partial mask,
                         bool is_signed) {
  const uint32_t any = a.undefined | b.undefined | c.undefined;
  switch (kind) {
    case Transfer::carry:
      return mask.undefined != 0 ? ~0u : upwards(any);
    case Transfer::move:
      return a.undefined;
    case Transfer::bit_and:
      return bit_and(a, b);
    case Transfer::bit_or:
      return bit_or(a, b);
    case Transfer::bit_xor:
      return any;
    case Transfer::and_or:
      return bit_or({a.value & b.value, bit_and(a, b)}, c);
    case Transfer::or3:
      return bit_or({a.value | b.value, bit_or(a, b)}, c);
    case Transfer::select:
      if (mask.undefined != 0) return a.undefined | b.undefined | (a.value ^ b.value);
      return mask.value != 0 ? b.undefined : a.undefined;
    case Transfer::shift_left:
      return shift_left(b, a);
    case Transfer::shift_right:
      return shift_right(b, a, is_signed);
    case Transfer::shift_left_or:
      if (b.undefined != 0) return ~0u;
      return bit_or({a.value << (b.value & 31), shift_left(a, b)}, c);
    case Transfer::shift_left_add:
      return upwards(shift_left(a, b) | c.undefined);
    case Transfer::add_shift_left:
      return shift_left({0, upwards(a.undefined | b.undefined)}, c);
    case Transfer::field: {
      if ((b.undefined | c.undefined) != 0) return ~0u;
      const uint32_t ones = (1u << (c.value & 31)) - 1;
      const uint32_t field = a.undefined >> (b.value & 31) & ones;
      return is_signed ? upwards(field) : field;
    }
    case Transfer::insert:
      if (a.undefined != 0) return ~0u;
      return (a.value & b.undefined) | (~a.value & c.undefined);
    case Transfer::bytes:
      return bytes(a, b, c);
    case Transfer::align_bits:
      return align(a, b, c, 1, 31);
    case Transfer::align_bytes:
      return align(a, b, c, 8, 3);
    case Transfer::pack_halves:
      return (a.undefined & 0xffff) | b.undefined << 16;
    case Transfer::halves:
      return ((any & 0xffff) != 0 ? 0xffffu : 0) | ((any >> 16) != 0 ? 0xffff0000u : 0);
    case Transfer::any:
      break;
  }
  return all_or_nothing(any | mask.undefined);
}

}  // namespace transfer
}  // namespace tilewright::emu::check
