// VALU instructions on the bits and bytes of 32- and 16-bit integers (ISA manuals, "VOP1/VOP2/VOP3
// Instructions").
// SPDX-License-Identifier: MIT
#include "emu/isa/host.hpp"
#include "emu/isa/lanes.hpp"

namespace tilewright::emu::TW_HOST {
namespace {

using u16 = uint16_t;
using i16 = int16_t;
using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;

// --- logic, shifts, fields, counts
u32 and_b32(u32 a, u32 b) { return a & b; }
u32 or_b32(u32 a, u32 b) { return a | b; }
u32 xor_b32(u32 a, u32 b) { return a ^ b; }
u32 xnor_b32(u32 a, u32 b) { return ~(a ^ b); }
u32 not_b32(u32 a) { return ~a; }
u32 or3_b32(u32 a, u32 b, u32 c) { return a | b | c; }
u32 xor3_b32(u32 a, u32 b, u32 c) { return a ^ b ^ c; }
u32 and_or_b32(u32 a, u32 b, u32 c) { return (a & b) | c; }
u16 and_b16(u16 a, u16 b) { return a & b; }
u16 or_b16(u16 a, u16 b) { return a | b; }
u16 xor_b16(u16 a, u16 b) { return a ^ b; }
u16 not_b16(u16 a) { return static_cast<u16>(~a); }

u32 lshlrev_b32(u32 a, u32 b) { return b << (a & 31); }
u32 lshrrev_b32(u32 a, u32 b) { return b >> (a & 31); }
i32 ashrrev_i32(u32 a, i32 b) { return b >> (a & 31); }
u16 lshlrev_b16(u16 a, u16 b) { return static_cast<u16>(u32{b} << (a & 15)); }
u16 lshrrev_b16(u16 a, u16 b) { return static_cast<u16>(b >> (a & 15)); }
i16 ashrrev_i16(u16 a, i16 b) { return static_cast<i16>(b >> (a & 15)); }
u32 lshl_add_u32(u32 a, u32 b, u32 c) { return (a << (b & 31)) + c; }
u32 add_lshl_u32(u32 a, u32 b, u32 c) { return (a + b) << (c & 31); }
u32 lshl_or_b32(u32 a, u32 b, u32 c) { return (a << (b & 31)) | c; }
u32 xad_u32(u32 a, u32 b, u32 c) { return (a ^ b) + c; }

u32 bfe_u32(u32 a, u32 offset, u32 width) {
  return a >> (offset & 31) & ((1u << (width & 31)) - 1);
}
i32 bfe_i32(i32 a, u32 offset, u32 width) {
  const u32 w = width & 31;
  const u32 field = static_cast<u32>(a >> (offset & 31)) & ((1u << w) - 1);
  const u32 sign = w == 0 ? 0 : 1u << (w - 1);
  return static_cast<i32>((field ^ sign) - sign);
}
u32 bfi_b32(u32 mask, u32 b, u32 c) { return (mask & b) | (~mask & c); }
u32 bfm_b32(u32 width, u32 offset) { return ((1u << (width & 31)) - 1) << (offset & 31); }
u32 alignbit_b32(u32 high, u32 low, u32 shift) {
  return static_cast<u32>((u64{high} << 32 | low) >> (shift & 31));
}
u32 alignbyte_b32(u32 high, u32 low, u32 shift) {
  return static_cast<u32>((u64{high} << 32 | low) >> 8 * (shift & 3));
}
u32 bfrev_b32(u32 a) {
  a = (a & 0x55555555) << 1 | (a >> 1 & 0x55555555);
  a = (a & 0x33333333) << 2 | (a >> 2 & 0x33333333);
  a = (a & 0x0f0f0f0f) << 4 | (a >> 4 & 0x0f0f0f0f);
  return __builtin_bswap32(a);
}
u32 bcnt_u32_b32(u32 a, u32 b) { return static_cast<u32>(__builtin_popcount(a)) + b; }
// Counts are -1 where there is no such bit.
i32 clz_i32_u32(u32 a) { return a == 0 ? -1 : __builtin_clz(a); }
i32 ctz_i32_b32(u32 a) { return a == 0 ? -1 : __builtin_ctz(a); }
i32 cls_i32(i32 a) {
  const auto folded = static_cast<u32>(a ^ (a >> 31));
  return folded == 0 ? -1 : __builtin_clz(folded);
}

/// One byte of v_perm_b32: selects 0-7 take a byte of {a, b} (b low), 8-11 the sign of the 16-bit
/// words, 12 zero, more all ones.
u32 perm_byte(u64 data, u32 select) {
  if (select <= 7) return static_cast<u32>(data >> 8 * select) & 0xff;
  if (select <= 11) return (data >> (16 * (select - 8) + 15) & 1) != 0 ? 0xff : 0;
  return select == 12 ? 0 : 0xff;
}
u32 perm_b32(u32 a, u32 b, u32 select) {
  const u64 data = u64{a} << 32 | b;
  return perm_byte(data, select & 0xff) | perm_byte(data, select >> 8 & 0xff) << 8 |
         perm_byte(data, select >> 16 & 0xff) << 16 | perm_byte(data, select >> 24) << 24;
}

// --- sums of absolute differences
u32 difference(u32 a, u32 b) { return a > b ? a - b : b - a; }
u32 byte_of(u32 a, unsigned i) { return a >> 8 * i & 0xff; }
u32 sad_u8(u32 a, u32 b, u32 c) {
  for (unsigned i = 0; i < 4; ++i) c += difference(byte_of(a, i), byte_of(b, i));
  return c;
}
u32 msad_u8(u32 a, u32 b, u32 c) {
  for (unsigned i = 0; i < 4; ++i) {
    if (byte_of(b, i) != 0) c += difference(byte_of(a, i), byte_of(b, i));
  }
  return c;
}
u32 sad_hi_u8(u32 a, u32 b, u32 c) { return (sad_u8(a, b, 0) << 16) + c; }
u32 sad_u16(u32 a, u32 b, u32 c) {
  return difference(a & 0xffff, b & 0xffff) + difference(a >> 16, b >> 16) + c;
}
u32 sad_u32(u32 a, u32 b, u32 c) { return difference(a, b) + c; }
u32 lerp_u8(u32 a, u32 b, u32 c) {
  u32 result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    result |= ((byte_of(a, i) + byte_of(b, i) + (c >> 8 * i & 1)) >> 1) << 8 * i;
  }
  return result;
}

constexpr Instruction kRows[] = {
    valu<and_b32>("v_and_b32"),
    valu<or_b32>("v_or_b32"),
    valu<xor_b32>("v_xor_b32"),
    valu<xnor_b32>("v_xnor_b32"),
    valu<not_b32>("v_not_b32"),
    valu<or3_b32>("v_or3_b32"),
    valu<xor3_b32>("v_xor3_b32"),
    valu<and_or_b32>("v_and_or_b32"),
    valu<and_b16>("v_and_b16"),
    valu<or_b16>("v_or_b16"),
    valu<xor_b16>("v_xor_b16"),
    valu<not_b16>("v_not_b16"),
    valu<lshlrev_b32>("v_lshlrev_b32"),
    valu<lshrrev_b32>("v_lshrrev_b32"),
    valu<ashrrev_i32>("v_ashrrev_i32"),
    valu<lshlrev_b16>("v_lshlrev_b16"),
    valu<lshrrev_b16>("v_lshrrev_b16"),
    valu<ashrrev_i16>("v_ashrrev_i16"),
    valu<lshl_add_u32>("v_lshl_add_u32"),
    valu<add_lshl_u32>("v_add_lshl_u32"),
    valu<lshl_or_b32>("v_lshl_or_b32"),
    valu<xad_u32>("v_xad_u32"),
    valu<bfe_u32>("v_bfe_u32"),
    valu<bfe_i32>("v_bfe_i32"),
    valu<bfi_b32>("v_bfi_b32"),
    valu<bfm_b32>("v_bfm_b32"),
    valu<alignbit_b32>("v_alignbit_b32"),
    valu<alignbyte_b32>("v_alignbyte_b32"),
    valu<bfrev_b32>("v_bfrev_b32"),
    valu<bcnt_u32_b32>("v_bcnt_u32_b32"),
    valu<clz_i32_u32>("v_clz_i32_u32"),
    valu<ctz_i32_b32>("v_ctz_i32_b32"),
    valu<cls_i32>("v_cls_i32"),
    valu<perm_b32>("v_perm_b32"),

    valu<sad_u8>("v_sad_u8"),
    valu<msad_u8>("v_msad_u8"),
    valu<sad_hi_u8>("v_sad_hi_u8"),
    valu<sad_u16>("v_sad_u16"),
    valu<sad_u32>("v_sad_u32"),
    valu<lerp_u8>("v_lerp_u8"),

    packed<lshlrev_b16>("v_pk_lshlrev_b16"),
    packed<lshrrev_b16>("v_pk_lshrrev_b16"),
    packed<ashrrev_i16>("v_pk_ashrrev_i16"),
};

}  // namespace

Instructions bits_rows() { return kRows; }

}  // namespace tilewright::emu::TW_HOST
