// VALU instructions on 32- and 16-bit integers (ISA manuals, "VOP1/VOP2/VOP3 Instructions"); those
// on bits are in rows_bits.cpp.
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
using i64 = int64_t;

// --- moves and selection
u32 mov_b32(u32 a) { return a; }
u32 cndmask_b32(u32 a, u32 b, bool select) { return select ? b : a; }
u16 mov_b16(u16 a) { return a; }
u16 cndmask_b16(u16 a, u16 b, bool select) { return select ? b : a; }

// --- addition
u32 add_u32(u32 a, u32 b) { return a + b; }
u32 sub_u32(u32 a, u32 b) { return a - b; }
u32 subrev_u32(u32 a, u32 b) { return b - a; }
u32 add_sat_u32(u32 a, u32 b) { return a + b < a ? ~0u : a + b; }
u32 sub_sat_u32(u32 a, u32 b) { return a < b ? 0 : a - b; }
u32 subrev_sat_u32(u32 a, u32 b) { return sub_sat_u32(b, a); }
i32 saturate_i32(i64 value) {
  return static_cast<i32>(value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : value);
}
i32 add_i32(i32 a, i32 b) { return static_cast<i32>(static_cast<u32>(a) + static_cast<u32>(b)); }
i32 sub_i32(i32 a, i32 b) { return static_cast<i32>(static_cast<u32>(a) - static_cast<u32>(b)); }
i32 add_sat_i32(i32 a, i32 b) { return saturate_i32(i64{a} + b); }
i32 sub_sat_i32(i32 a, i32 b) { return saturate_i32(i64{a} - b); }
u32 add3_u32(u32 a, u32 b, u32 c) { return a + b + c; }

using Carried = WithCarry<u32>;
Carried add_co_u32(u32 a, u32 b) { return {a + b, a + b < a}; }
Carried sub_co_u32(u32 a, u32 b) { return {a - b, a < b}; }
Carried subrev_co_u32(u32 a, u32 b) { return {b - a, b < a}; }
Carried add_co_ci_u32(u32 a, u32 b, bool carry) {
  const u32 sum = a + b;
  const u32 total = sum + (carry ? 1 : 0);
  return {total, sum < a || total < sum};
}
Carried sub_co_ci_u32(u32 a, u32 b, bool borrow) {
  const u32 difference = a - b;
  return {difference - (borrow ? 1 : 0), a < b || (borrow && difference == 0)};
}
Carried subrev_co_ci_u32(u32 a, u32 b, bool borrow) { return sub_co_ci_u32(b, a, borrow); }

u16 add_u16(u16 a, u16 b) { return static_cast<u16>(a + b); }
u16 sub_u16(u16 a, u16 b) { return static_cast<u16>(a - b); }
u16 add_sat_u16(u16 a, u16 b) { return static_cast<u16>(a + b > 0xffff ? 0xffff : a + b); }
u16 sub_sat_u16(u16 a, u16 b) { return static_cast<u16>(a < b ? 0 : a - b); }
i16 saturate_i16(i32 value) {
  return static_cast<i16>(value < -32768 ? -32768 : value > 32767 ? 32767 : value);
}
i16 add_i16(i16 a, i16 b) { return static_cast<i16>(a + b); }
i16 sub_i16(i16 a, i16 b) { return static_cast<i16>(a - b); }
i16 add_sat_i16(i16 a, i16 b) { return saturate_i16(a + b); }
i16 sub_sat_i16(i16 a, i16 b) { return saturate_i16(a - b); }

// --- multiplication
u32 mul_lo_u32(u32 a, u32 b) { return a * b; }
u32 mul_hi_u32(u32 a, u32 b) { return static_cast<u32>(u64{a} * b >> 32); }
i32 mul_hi_i32(i32 a, i32 b) { return static_cast<i32>(i64{a} * b >> 32); }
u32 low24(u32 a) { return a & 0xffffff; }
i32 signed24(i32 a) { return static_cast<i32>(static_cast<u32>(a) << 8) >> 8; }
u32 mul_u32_u24(u32 a, u32 b) { return low24(a) * low24(b); }
i32 mul_i32_i24(i32 a, i32 b) { return static_cast<i32>(i64{signed24(a)} * signed24(b)); }
u32 mul_hi_u32_u24(u32 a, u32 b) { return static_cast<u32>(u64{low24(a)} * low24(b) >> 32); }
i32 mul_hi_i32_i24(i32 a, i32 b) { return static_cast<i32>(i64{signed24(a)} * signed24(b) >> 32); }
u32 mad_u32_u24(u32 a, u32 b, u32 c) { return low24(a) * low24(b) + c; }
u32 mad_sat_u32_u24(u32 a, u32 b, u32 c) {
  const u64 sum = u64{low24(a)} * low24(b) + c;
  return static_cast<u32>(sum > UINT32_MAX ? UINT32_MAX : sum);
}
i32 mad_i32_i24(i32 a, i32 b, i32 c) {
  return static_cast<i32>(i64{signed24(a)} * signed24(b) + c);
}
i32 mad_sat_i32_i24(i32 a, i32 b, i32 c) {
  return saturate_i32(i64{signed24(a)} * signed24(b) + c);
}
WithCarry<u64> mad_u64_u32(u32 a, u32 b, u64 c) {
  const u64 sum = u64{a} * b + c;
  return {sum, sum < c};
}
WithCarry<i64> mad_i64_i32(i32 a, i32 b, i64 c) {
  const i64 product = i64{a} * b;
  const auto sum = static_cast<i64>(static_cast<u64>(product) + static_cast<u64>(c));
  return {sum, ((product ^ sum) & (c ^ sum)) < 0};
}
u16 mul_lo_u16(u16 a, u16 b) { return static_cast<u16>(u32{a} * b); }
u16 mad_u16(u16 a, u16 b, u16 c) { return static_cast<u16>(u32{a} * b + c); }
i16 mad_i16(i16 a, i16 b, i16 c) { return static_cast<i16>(a * b + c); }
u16 mad_sat_u16(u16 a, u16 b, u16 c) {
  const u64 sum = u64{a} * b + c;
  return static_cast<u16>(sum > 0xffff ? 0xffff : sum);
}
i16 mad_sat_i16(i16 a, i16 b, i16 c) {
  const i64 sum = i64{a} * b + c;
  return static_cast<i16>(sum < -32768 ? -32768 : sum > 32767 ? 32767 : sum);
}
u32 mad_u32_u16(u16 a, u16 b, u32 c) { return u32{a} * b + c; }
i32 mad_i32_i16(i16 a, i16 b, i32 c) { return static_cast<i32>(i64{a} * b + c); }

// --- minimum, maximum, median
u32 min_u32(u32 a, u32 b) { return a < b ? a : b; }
u32 max_u32(u32 a, u32 b) { return a > b ? a : b; }
i32 min_i32(i32 a, i32 b) { return a < b ? a : b; }
i32 max_i32(i32 a, i32 b) { return a > b ? a : b; }
u32 min3_u32(u32 a, u32 b, u32 c) { return min_u32(min_u32(a, b), c); }
u32 max3_u32(u32 a, u32 b, u32 c) { return max_u32(max_u32(a, b), c); }
i32 min3_i32(i32 a, i32 b, i32 c) { return min_i32(min_i32(a, b), c); }
i32 max3_i32(i32 a, i32 b, i32 c) { return max_i32(max_i32(a, b), c); }
u32 med3_u32(u32 a, u32 b, u32 c) { return max_u32(min_u32(a, b), min_u32(max_u32(a, b), c)); }
i32 med3_i32(i32 a, i32 b, i32 c) { return max_i32(min_i32(a, b), min_i32(max_i32(a, b), c)); }
u32 maxmin_u32(u32 a, u32 b, u32 c) { return min_u32(max_u32(a, b), c); }
u32 minmax_u32(u32 a, u32 b, u32 c) { return max_u32(min_u32(a, b), c); }
i32 maxmin_i32(i32 a, i32 b, i32 c) { return min_i32(max_i32(a, b), c); }
i32 minmax_i32(i32 a, i32 b, i32 c) { return max_i32(min_i32(a, b), c); }
u16 min_u16(u16 a, u16 b) { return a < b ? a : b; }
u16 max_u16(u16 a, u16 b) { return a > b ? a : b; }
i16 min_i16(i16 a, i16 b) { return a < b ? a : b; }
i16 max_i16(i16 a, i16 b) { return a > b ? a : b; }
u16 min3_u16(u16 a, u16 b, u16 c) { return min_u16(min_u16(a, b), c); }
u16 max3_u16(u16 a, u16 b, u16 c) { return max_u16(max_u16(a, b), c); }
i16 min3_i16(i16 a, i16 b, i16 c) { return min_i16(min_i16(a, b), c); }
i16 max3_i16(i16 a, i16 b, i16 c) { return max_i16(max_i16(a, b), c); }
u16 med3_u16(u16 a, u16 b, u16 c) { return max_u16(min_u16(a, b), min_u16(max_u16(a, b), c)); }
i16 med3_i16(i16 a, i16 b, i16 c) { return max_i16(min_i16(a, b), min_i16(max_i16(a, b), c)); }

// --- packing
u32 pack_b32_f16(Half a, Half b) { return a.bits | u32{b.bits} << 16; }
u16 sat_pk_u8_i16(u32 a) {
  const auto low = static_cast<i16>(a);
  const auto high = static_cast<i16>(a >> 16);
  const auto byte = [](i16 v) { return static_cast<u32>(v < 0 ? 0 : v > 255 ? 255 : v); };
  return static_cast<u16>(byte(low) | byte(high) << 8);
}
u32 cvt_pk_u16_u32(u32 a, u32 b) { return min_u32(a, 0xffff) | min_u32(b, 0xffff) << 16; }
u32 cvt_pk_i16_i32(i32 a, i32 b) {
  const auto clamp = [](i32 v) { return static_cast<u16>(max_i32(-32768, min_i32(v, 32767))); };
  return clamp(a) | u32{clamp(b)} << 16;
}
i32 cvt_i32_i16(i16 a) { return a; }
u32 cvt_u32_u16(u16 a) { return a; }

// --- lanes that know their number
/// Adds to b the bits of a that belong to lanes below the lane itself. a is a mask of lanes 0-31 in
/// the lo form, of lanes 32-63 in the hi form; `half` is that of the lane.
template <bool kHigh>
uint32_t mbcnt(Row* dst, const Row* a, const Row* b, const Row*, uint32_t half, uint32_t) {
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const u32 own_half = (1u << lane) - 1;
    const u32 below = kHigh ? (half != 0 ? own_half : 0) : (half != 0 ? ~0u : own_half);
    dst->lane[lane] = static_cast<u32>(__builtin_popcount(a->lane[lane] & below)) + b->lane[lane];
  }
  return 0;
}

constexpr Instruction raw(std::string_view name, RowFunction lanes, uint16_t flags) {
  Instruction row;
  row.name = name;
  row.dst = Type::b32;
  row.src[0] = row.src[1] = Type::b32;
  row.lanes = lanes;
  row.flags = flags;
  return row;
}

constexpr Instruction kRows[] = {
    valu<mov_b32>("v_mov_b32"),
    valu<cndmask_b32>("v_cndmask_b32"),
    valu<mov_b16>("v_mov_b16"),
    valu<cndmask_b16>("v_cndmask_b16"),

    valu_variant<add_u32, add_sat_u32>("v_add_nc_u32"),
    valu_variant<sub_u32, sub_sat_u32>("v_sub_nc_u32"),
    valu_variant<subrev_u32, subrev_sat_u32>("v_subrev_nc_u32"),
    valu_variant<add_i32, add_sat_i32>("v_add_nc_i32"),
    valu_variant<sub_i32, sub_sat_i32>("v_sub_nc_i32"),
    valu<add3_u32>("v_add3_u32"),
    valu<add_co_u32>("v_add_co_u32"),
    valu<sub_co_u32>("v_sub_co_u32"),
    valu<subrev_co_u32>("v_subrev_co_u32"),
    valu<add_co_ci_u32>("v_add_co_ci_u32"),
    valu<sub_co_ci_u32>("v_sub_co_ci_u32"),
    valu<subrev_co_ci_u32>("v_subrev_co_ci_u32"),
    valu_variant<add_u16, add_sat_u16>("v_add_nc_u16"),
    valu_variant<sub_u16, sub_sat_u16>("v_sub_nc_u16"),
    valu_variant<add_i16, add_sat_i16>("v_add_nc_i16"),
    valu_variant<sub_i16, sub_sat_i16>("v_sub_nc_i16"),

    valu<mul_lo_u32>("v_mul_lo_u32"),
    valu<mul_hi_u32>("v_mul_hi_u32"),
    valu<mul_hi_i32>("v_mul_hi_i32"),
    valu<mul_u32_u24>("v_mul_u32_u24"),
    valu<mul_i32_i24>("v_mul_i32_i24"),
    valu<mul_hi_u32_u24>("v_mul_hi_u32_u24"),
    valu<mul_hi_i32_i24>("v_mul_hi_i32_i24"),
    valu_variant<mad_u32_u24, mad_sat_u32_u24>("v_mad_u32_u24"),
    valu_variant<mad_i32_i24, mad_sat_i32_i24>("v_mad_i32_i24"),
    valu<mad_u64_u32>("v_mad_u64_u32", On::gfx11),
    valu<mad_i64_i32>("v_mad_i64_i32", On::gfx11),
    valu<mad_u64_u32>("v_mad_co_u64_u32", On::gfx12),
    valu<mad_i64_i32>("v_mad_co_i64_i32", On::gfx12),
    valu<mul_lo_u16>("v_mul_lo_u16"),
    valu_variant<mad_u16, mad_sat_u16>("v_mad_u16"),
    valu_variant<mad_i16, mad_sat_i16>("v_mad_i16"),
    valu<mad_u32_u16>("v_mad_u32_u16"),
    valu<mad_i32_i16>("v_mad_i32_i16"),

    valu<min_u32>("v_min_u32"),
    valu<max_u32>("v_max_u32"),
    valu<min_i32>("v_min_i32"),
    valu<max_i32>("v_max_i32"),
    valu<min3_u32>("v_min3_u32"),
    valu<max3_u32>("v_max3_u32"),
    valu<min3_i32>("v_min3_i32"),
    valu<max3_i32>("v_max3_i32"),
    valu<med3_u32>("v_med3_u32"),
    valu<med3_i32>("v_med3_i32"),
    valu<maxmin_u32>("v_maxmin_u32"),
    valu<minmax_u32>("v_minmax_u32"),
    valu<maxmin_i32>("v_maxmin_i32"),
    valu<minmax_i32>("v_minmax_i32"),
    valu<min_u16>("v_min_u16"),
    valu<max_u16>("v_max_u16"),
    valu<min_i16>("v_min_i16"),
    valu<max_i16>("v_max_i16"),
    valu<min3_u16>("v_min3_u16"),
    valu<max3_u16>("v_max3_u16"),
    valu<min3_i16>("v_min3_i16"),
    valu<max3_i16>("v_max3_i16"),
    valu<med3_u16>("v_med3_u16"),
    valu<med3_i16>("v_med3_i16"),

    valu<pack_b32_f16>("v_pack_b32_f16"),
    valu<sat_pk_u8_i16>("v_sat_pk_u8_i16"),
    valu<cvt_pk_u16_u32>("v_cvt_pk_u16_u32"),
    valu<cvt_pk_i16_i32>("v_cvt_pk_i16_i32"),
    valu<cvt_i32_i16>("v_cvt_i32_i16"),
    valu<cvt_u32_u16>("v_cvt_u32_u16"),

    raw("v_mbcnt_lo_u32_b32", mbcnt<false>, kLaneNumber),
    raw("v_mbcnt_hi_u32_b32", mbcnt<true>, kLaneNumber),

    packed_variant<add_u16, add_sat_u16>("v_pk_add_u16"),
    packed_variant<sub_u16, sub_sat_u16>("v_pk_sub_u16"),
    packed_variant<add_i16, add_sat_i16>("v_pk_add_i16"),
    packed_variant<sub_i16, sub_sat_i16>("v_pk_sub_i16"),
    packed<mul_lo_u16>("v_pk_mul_lo_u16"),
    packed_variant<mad_u16, mad_sat_u16>("v_pk_mad_u16"),
    packed_variant<mad_i16, mad_sat_i16>("v_pk_mad_i16"),
    packed<min_u16>("v_pk_min_u16"),
    packed<max_u16>("v_pk_max_u16"),
    packed<min_i16>("v_pk_min_i16"),
    packed<max_i16>("v_pk_max_i16"),
};

}  // namespace

Instructions integer_rows() { return kRows; }

}  // namespace tilewright::emu::TW_HOST
