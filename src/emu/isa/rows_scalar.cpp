// Scalar ALU instructions on integers (ISA manuals, "SOP1, SOP2, SOPC, SOPK Instructions"); those
// on bits are in rows_scalar_bits.cpp. Where the generations use different names for one operation
// there are two rows.
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

// --- moves
u32 mov_b32(u32 a) { return a; }
u64 mov_b64(u64 a) { return a; }
Maybe<u32> cmov_b32(u32 a, Scc scc) { return {a, scc.value}; }
Maybe<u64> cmov_b64(u64 a, Scc scc) { return {a, scc.value}; }
u32 cselect_b32(u32 a, u32 b, Scc scc) { return scc.value ? a : b; }
u64 cselect_b64(u64 a, u64 b, Scc scc) { return scc.value ? a : b; }

// --- arithmetic
Flagged<u32> add_u32(u32 a, u32 b) { return {a + b, a + b < a}; }
Flagged<u32> sub_u32(u32 a, u32 b) { return {a - b, a < b}; }
Flagged<u32> add_i32(u32 a, u32 b) { return {a + b, (~(a ^ b) & (a ^ (a + b))) >> 31 != 0}; }
Flagged<u32> sub_i32(u32 a, u32 b) { return {a - b, ((a ^ b) & (a ^ (a - b))) >> 31 != 0}; }
Flagged<u32> addc_u32(u32 a, u32 b, Scc scc) {
  const u64 sum = u64{a} + b + (scc.value ? 1 : 0);
  return {static_cast<u32>(sum), sum >> 32 != 0};
}
Flagged<u32> subb_u32(u32 a, u32 b, Scc scc) {
  const u64 subtrahend = u64{b} + (scc.value ? 1 : 0);
  return {static_cast<u32>(a - subtrahend), subtrahend > a};
}
Flagged<i32> absdiff_i32(u32 a, u32 b) {
  const auto difference = static_cast<i32>(a - b);
  return nonzero(difference < 0 ? static_cast<i32>(b - a) : difference);
}
Flagged<u32> abs_i32(u32 a) { return nonzero(a >> 31 != 0 ? 0 - a : a); }
u32 mul_i32(u32 a, u32 b) { return a * b; }
u32 mul_hi_u32(u32 a, u32 b) { return static_cast<u32>(u64{a} * b >> 32); }
i32 mul_hi_i32(i32 a, i32 b) { return static_cast<i32>(i64{a} * b >> 32); }
u64 add_u64(u64 a, u64 b) { return a + b; }
u64 sub_u64(u64 a, u64 b) { return a - b; }
u64 mul_u64(u64 a, u64 b) { return a * b; }
Flagged<u32> min_u32(u32 a, u32 b) { return {a < b ? a : b, a < b}; }
Flagged<u32> max_u32(u32 a, u32 b) { return {a >= b ? a : b, a >= b}; }
Flagged<i32> min_i32(i32 a, i32 b) { return {a < b ? a : b, a < b}; }
Flagged<i32> max_i32(i32 a, i32 b) { return {a >= b ? a : b, a >= b}; }
template <unsigned kShift>
Flagged<u32> lshl_add_u32(u32 a, u32 b) {
  const u64 sum = (u64{a} << kShift) + b;
  return {static_cast<u32>(sum), sum >> 32 != 0};
}

// --- comparisons
template <class T>
bool eq(T a, T b) {
  return a == b;
}
template <class T>
bool lg(T a, T b) {
  return a != b;
}
template <class T>
bool gt(T a, T b) {
  return a > b;
}
template <class T>
bool ge(T a, T b) {
  return a >= b;
}
template <class T>
bool lt(T a, T b) {
  return a < b;
}
template <class T>
bool le(T a, T b) {
  return a <= b;
}
bool bitcmp0_b32(u32 a, u32 b) { return (a >> (b & 31) & 1) == 0; }
bool bitcmp1_b32(u32 a, u32 b) { return (a >> (b & 31) & 1) != 0; }
bool bitcmp0_b64(u64 a, u32 b) { return (a >> (b & 63) & 1) == 0; }
bool bitcmp1_b64(u64 a, u32 b) { return (a >> (b & 63) & 1) != 0; }
/// The unsigned forms of SOPK see SIMM16 zero-extended.
template <bool (*kCompare)(u32, u32)>
bool unsigned_k(u32 a, u32 simm) {
  return kCompare(a, simm & 0xffff);
}

constexpr Instruction kRows[] = {
    sop1<mov_b32>("s_mov_b32"),
    sop1<mov_b64>("s_mov_b64"),
    sop1<cmov_b32>("s_cmov_b32"),
    sop1<cmov_b64>("s_cmov_b64"),
    sop2<cselect_b32>("s_cselect_b32"),
    sop2<cselect_b64>("s_cselect_b64"),
    sopk<mov_b32>("s_movk_i32"),
    sopk<cmov_b32>("s_cmovk_i32"),

    sop2<add_u32>("s_add_u32", On::gfx11),
    sop2<sub_u32>("s_sub_u32", On::gfx11),
    sop2<add_i32>("s_add_i32", On::gfx11),
    sop2<sub_i32>("s_sub_i32", On::gfx11),
    sop2<addc_u32>("s_addc_u32", On::gfx11),
    sop2<subb_u32>("s_subb_u32", On::gfx11),
    sopk<add_i32>("s_addk_i32", On::gfx11),
    sop2<add_u32>("s_add_co_u32", On::gfx12),
    sop2<sub_u32>("s_sub_co_u32", On::gfx12),
    sop2<add_i32>("s_add_co_i32", On::gfx12),
    sop2<sub_i32>("s_sub_co_i32", On::gfx12),
    sop2<addc_u32>("s_add_co_ci_u32", On::gfx12),
    sop2<subb_u32>("s_sub_co_ci_u32", On::gfx12),
    sopk<add_i32>("s_addk_co_i32", On::gfx12),
    sop2<add_u64>("s_add_nc_u64", On::gfx12),
    sop2<sub_u64>("s_sub_nc_u64", On::gfx12),
    sop2<mul_u64>("s_mul_u64", On::gfx12),
    sop2<absdiff_i32>("s_absdiff_i32"),
    sop1<abs_i32>("s_abs_i32"),
    sop2<mul_i32>("s_mul_i32"),
    sop2<mul_hi_u32>("s_mul_hi_u32"),
    sop2<mul_hi_i32>("s_mul_hi_i32"),
    sopk<mul_i32>("s_mulk_i32"),
    sop2<min_u32>("s_min_u32"),
    sop2<max_u32>("s_max_u32"),
    sop2<min_i32>("s_min_i32"),
    sop2<max_i32>("s_max_i32"),
    sop2<lshl_add_u32<1>>("s_lshl1_add_u32"),
    sop2<lshl_add_u32<2>>("s_lshl2_add_u32"),
    sop2<lshl_add_u32<3>>("s_lshl3_add_u32"),
    sop2<lshl_add_u32<4>>("s_lshl4_add_u32"),

    sopc<eq<u32>>("s_cmp_eq_i32"),
    sopc<lg<u32>>("s_cmp_lg_i32"),
    sopc<gt<i32>>("s_cmp_gt_i32"),
    sopc<ge<i32>>("s_cmp_ge_i32"),
    sopc<lt<i32>>("s_cmp_lt_i32"),
    sopc<le<i32>>("s_cmp_le_i32"),
    sopc<eq<u32>>("s_cmp_eq_u32"),
    sopc<lg<u32>>("s_cmp_lg_u32"),
    sopc<gt<u32>>("s_cmp_gt_u32"),
    sopc<ge<u32>>("s_cmp_ge_u32"),
    sopc<lt<u32>>("s_cmp_lt_u32"),
    sopc<le<u32>>("s_cmp_le_u32"),
    sopc<eq<u64>>("s_cmp_eq_u64"),
    sopc<lg<u64>>("s_cmp_lg_u64"),
    sopc<bitcmp0_b32>("s_bitcmp0_b32"),
    sopc<bitcmp1_b32>("s_bitcmp1_b32"),
    sopc<bitcmp0_b64>("s_bitcmp0_b64"),
    sopc<bitcmp1_b64>("s_bitcmp1_b64"),
    sopk<eq<u32>>("s_cmpk_eq_i32", On::gfx11),
    sopk<lg<u32>>("s_cmpk_lg_i32", On::gfx11),
    sopk<gt<i32>>("s_cmpk_gt_i32", On::gfx11),
    sopk<ge<i32>>("s_cmpk_ge_i32", On::gfx11),
    sopk<lt<i32>>("s_cmpk_lt_i32", On::gfx11),
    sopk<le<i32>>("s_cmpk_le_i32", On::gfx11),
    sopk<unsigned_k<eq<u32>>>("s_cmpk_eq_u32", On::gfx11),
    sopk<unsigned_k<lg<u32>>>("s_cmpk_lg_u32", On::gfx11),
    sopk<unsigned_k<gt<u32>>>("s_cmpk_gt_u32", On::gfx11),
    sopk<unsigned_k<ge<u32>>>("s_cmpk_ge_u32", On::gfx11),
    sopk<unsigned_k<lt<u32>>>("s_cmpk_lt_u32", On::gfx11),
    sopk<unsigned_k<le<u32>>>("s_cmpk_le_u32", On::gfx11),
};

}  // namespace

Instructions scalar_rows() { return kRows; }

}  // namespace tilewright::emu
