// Scalar ALU instructions on bits and fields (ISA manuals, "SOP1, SOP2 Instructions").
// SPDX-License-Identifier: MIT
#include "emu/isa/rows.hpp"
#include "emu/isa/scalars.hpp"

namespace tilewright::emu {
namespace {

using namespace scalar_alu;
using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;
using i64 = int64_t;

Flagged<u32> not_b32(u32 a) { return nonzero(~a); }
Flagged<u64> not_b64(u64 a) { return nonzero(~a); }
template <class T>
Flagged<T> bit_and(T a, T b) {
  return nonzero<T>(a & b);
}
template <class T>
Flagged<T> bit_or(T a, T b) {
  return nonzero<T>(a | b);
}
template <class T>
Flagged<T> bit_xor(T a, T b) {
  return nonzero<T>(a ^ b);
}
template <class T>
Flagged<T> bit_nand(T a, T b) {
  return nonzero<T>(~(a & b));
}
template <class T>
Flagged<T> bit_nor(T a, T b) {
  return nonzero<T>(~(a | b));
}
template <class T>
Flagged<T> bit_xnor(T a, T b) {
  return nonzero<T>(~(a ^ b));
}
template <class T>
Flagged<T> and_not1(T a, T b) {
  return nonzero<T>(a & ~b);
}
template <class T>
Flagged<T> or_not1(T a, T b) {
  return nonzero<T>(a | ~b);
}

Flagged<u32> lshl_b32(u32 a, u32 b) { return nonzero(a << (b & 31)); }
Flagged<u64> lshl_b64(u64 a, u32 b) { return nonzero(a << (b & 63)); }
Flagged<u32> lshr_b32(u32 a, u32 b) { return nonzero(a >> (b & 31)); }
Flagged<u64> lshr_b64(u64 a, u32 b) { return nonzero(a >> (b & 63)); }
Flagged<i32> ashr_i32(i32 a, u32 b) { return nonzero(a >> (b & 31)); }
Flagged<i64> ashr_i64(i64 a, u32 b) { return nonzero(a >> (b & 63)); }

u64 ones(unsigned width) { return width >= 64 ? ~u64{0} : (u64{1} << width) - 1; }
/// Sign-extends the low `width` bits; a width of 0 leaves 0.
i64 extend(u64 field, unsigned width) {
  if (width == 0 || width >= 64) return static_cast<i64>(field);
  const u64 sign = u64{1} << (width - 1);
  return static_cast<i64>((field ^ sign) - sign);
}
// S1: offset in the low bits, width in [22:16].
Flagged<u32> bfe_u32(u32 a, u32 s) {
  return nonzero(static_cast<u32>(a >> (s & 31) & ones(s >> 16 & 0x7f)));
}
Flagged<u32> bfe_i32(i32 a, u32 s) {
  const unsigned width = s >> 16 & 0x7f;
  const u64 field = static_cast<u64>(i64{a} >> (s & 31)) & ones(width);
  return nonzero(static_cast<u32>(extend(field, width)));
}
Flagged<u64> bfe_u64(u64 a, u32 s) { return nonzero(a >> (s & 63) & ones(s >> 16 & 0x7f)); }
Flagged<i64> bfe_i64(i64 a, u32 s) {
  const unsigned width = s >> 16 & 0x7f;
  return nonzero(extend(static_cast<u64>(a >> (s & 63)) & ones(width), width));
}
u32 bfm_b32(u32 width, u32 offset) { return static_cast<u32>(ones(width & 31)) << (offset & 31); }
u64 bfm_b64(u32 width, u32 offset) { return ones(width & 63) << (offset & 63); }

u64 reverse64(u64 a) {
  a = (a & 0x5555555555555555) << 1 | (a >> 1 & 0x5555555555555555);
  a = (a & 0x3333333333333333) << 2 | (a >> 2 & 0x3333333333333333);
  a = (a & 0x0f0f0f0f0f0f0f0f) << 4 | (a >> 4 & 0x0f0f0f0f0f0f0f0f);
  return __builtin_bswap64(a);
}
u32 brev_b32(u32 a) { return static_cast<u32>(reverse64(a) >> 32); }
u64 brev_b64(u64 a) { return reverse64(a); }
// Counts are -1 where there is no such bit.
i32 ctz_b32(u32 a) { return a == 0 ? -1 : __builtin_ctz(a); }
i32 ctz_b64(u64 a) { return a == 0 ? -1 : __builtin_ctzll(a); }
i32 clz_u32(u32 a) { return a == 0 ? -1 : __builtin_clz(a); }
i32 clz_u64(u64 a) { return a == 0 ? -1 : __builtin_clzll(a); }
i32 cls_i32(i32 a) { return clz_u32(static_cast<u32>(a ^ (a >> 31))); }
i32 cls_i64(i64 a) { return clz_u64(static_cast<u64>(a ^ (a >> 63))); }
Flagged<i32> bcnt1_b32(u32 a) { return nonzero(__builtin_popcount(a)); }
Flagged<i32> bcnt1_b64(u64 a) { return nonzero(__builtin_popcountll(a)); }
Flagged<i32> bcnt0_b32(u32 a) { return nonzero(__builtin_popcount(~a)); }
Flagged<i32> bcnt0_b64(u64 a) { return nonzero(__builtin_popcountll(~a)); }
u32 bitset0_b32(u32 a, Old<u32> old) { return old.value & ~(1u << (a & 31)); }
u32 bitset1_b32(u32 a, Old<u32> old) { return old.value | 1u << (a & 31); }
u64 bitset0_b64(u32 a, Old<u64> old) { return old.value & ~(u64{1} << (a & 63)); }
u64 bitset1_b64(u32 a, Old<u64> old) { return old.value | u64{1} << (a & 63); }
u64 bitreplicate(u32 a) {
  u64 result = 0;
  for (unsigned i = 0; i < 32; ++i) result |= u64{3} * (a >> i & 1) << 2 * i;
  return result;
}
template <class T>
Flagged<T> quadmask(T a) {
  T result = 0;
  for (unsigned i = 0; i < sizeof(T) * 2; ++i) {
    if ((a >> 4 * i & 15) != 0) result |= T{1} << i;
  }
  return nonzero(result);
}
/// Whole quad mode: a quad with any bit set gets all four.
template <class T>
Flagged<T> wqm(T a) {
  T result = 0;
  for (unsigned i = 0; i < sizeof(T) * 2; ++i) {
    if ((a >> 4 * i & 15) != 0) result |= T{15} << 4 * i;
  }
  return nonzero(result);
}
i32 sext_i8(u32 a) { return static_cast<int8_t>(a); }
i32 sext_i16(u32 a) { return static_cast<int16_t>(a); }
u32 pack_ll(u32 a, u32 b) { return (a & 0xffff) | b << 16; }
u32 pack_lh(u32 a, u32 b) { return (a & 0xffff) | (b & 0xffff0000); }
u32 pack_hh(u32 a, u32 b) { return a >> 16 | (b & 0xffff0000); }
u32 pack_hl(u32 a, u32 b) { return a >> 16 | b << 16; }

constexpr Instruction kRows[] = {
    sop1<not_b32>("s_not_b32"),
    sop1<not_b64>("s_not_b64"),
    sop2<bit_and<u32>>("s_and_b32"),
    sop2<bit_and<u64>>("s_and_b64"),
    sop2<bit_or<u32>>("s_or_b32"),
    sop2<bit_or<u64>>("s_or_b64"),
    sop2<bit_xor<u32>>("s_xor_b32"),
    sop2<bit_xor<u64>>("s_xor_b64"),
    sop2<bit_nand<u32>>("s_nand_b32"),
    sop2<bit_nand<u64>>("s_nand_b64"),
    sop2<bit_nor<u32>>("s_nor_b32"),
    sop2<bit_nor<u64>>("s_nor_b64"),
    sop2<bit_xnor<u32>>("s_xnor_b32"),
    sop2<bit_xnor<u64>>("s_xnor_b64"),
    sop2<and_not1<u32>>("s_and_not1_b32"),
    sop2<and_not1<u64>>("s_and_not1_b64"),
    sop2<or_not1<u32>>("s_or_not1_b32"),
    sop2<or_not1<u64>>("s_or_not1_b64"),
    sop2<lshl_b32>("s_lshl_b32"),
    sop2<lshl_b64>("s_lshl_b64"),
    sop2<lshr_b32>("s_lshr_b32"),
    sop2<lshr_b64>("s_lshr_b64"),
    sop2<ashr_i32>("s_ashr_i32"),
    sop2<ashr_i64>("s_ashr_i64"),
    sop2<bfe_u32>("s_bfe_u32"),
    sop2<bfe_i32>("s_bfe_i32"),
    sop2<bfe_u64>("s_bfe_u64"),
    sop2<bfe_i64>("s_bfe_i64"),
    sop2<bfm_b32>("s_bfm_b32"),
    sop2<bfm_b64>("s_bfm_b64"),
    sop1<brev_b32>("s_brev_b32"),
    sop1<brev_b64>("s_brev_b64"),
    sop1<ctz_b32>("s_ctz_i32_b32"),
    sop1<ctz_b64>("s_ctz_i32_b64"),
    sop1<clz_u32>("s_clz_i32_u32"),
    sop1<clz_u64>("s_clz_i32_u64"),
    sop1<cls_i32>("s_cls_i32"),
    sop1<cls_i64>("s_cls_i32_i64"),
    sop1<bcnt0_b32>("s_bcnt0_i32_b32"),
    sop1<bcnt0_b64>("s_bcnt0_i32_b64"),
    sop1<bcnt1_b32>("s_bcnt1_i32_b32"),
    sop1<bcnt1_b64>("s_bcnt1_i32_b64"),
    sop1<bitset0_b32>("s_bitset0_b32"),
    sop1<bitset0_b64>("s_bitset0_b64"),
    sop1<bitset1_b32>("s_bitset1_b32"),
    sop1<bitset1_b64>("s_bitset1_b64"),
    sop1<bitreplicate>("s_bitreplicate_b64_b32"),
    sop1<quadmask<u32>>("s_quadmask_b32"),
    sop1<quadmask<u64>>("s_quadmask_b64"),
    sop1<wqm<u32>>("s_wqm_b32"),
    sop1<wqm<u64>>("s_wqm_b64"),
    sop1<sext_i8>("s_sext_i32_i8"),
    sop1<sext_i16>("s_sext_i32_i16"),
    sop2<pack_ll>("s_pack_ll_b32_b16"),
    sop2<pack_lh>("s_pack_lh_b32_b16"),
    sop2<pack_hh>("s_pack_hh_b32_b16"),
    sop2<pack_hl>("s_pack_hl_b32_b16"),
};

}  // namespace

Instructions scalar_bits_rows() { return kRows; }

}  // namespace tilewright::emu
