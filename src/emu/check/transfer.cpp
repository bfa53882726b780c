// SPDX-License-Identifier: MIT
#include "emu/check/transfer.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace tilewright::emu::check {
namespace {

struct Named {
  std::string_view name;
  Transfer transfer;
};
constexpr Named kNamed[] = {
    {"v_mov_b32", Transfer::move},
    {"v_not_b32", Transfer::move},
    {"v_and_b32", Transfer::bit_and},
    {"v_or_b32", Transfer::bit_or},
    {"v_xor_b32", Transfer::bit_xor},
    {"v_xnor_b32", Transfer::bit_xor},
    {"v_xor3_b32", Transfer::bit_xor},
    {"v_and_or_b32", Transfer::and_or},
    {"v_or3_b32", Transfer::or3},
    {"v_cndmask_b32", Transfer::select},
    {"v_lshlrev_b32", Transfer::shift_left},
    {"v_lshrrev_b32", Transfer::shift_right},
    {"v_ashrrev_i32", Transfer::shift_right},
    {"v_lshl_or_b32", Transfer::shift_left_or},
    {"v_lshl_add_u32", Transfer::shift_left_add},
    {"v_add_lshl_u32", Transfer::add_shift_left},
    {"v_bfe_u32", Transfer::field},
    {"v_bfe_i32", Transfer::field},
    {"v_bfi_b32", Transfer::insert},
    {"v_perm_b32", Transfer::bytes},
    {"v_alignbit_b32", Transfer::align_bits},
    {"v_alignbyte_b32", Transfer::align_bytes},
    {"v_pack_b32_f16", Transfer::pack_halves},
    {"v_add_nc_u32", Transfer::carry},
    {"v_sub_nc_u32", Transfer::carry},
    {"v_subrev_nc_u32", Transfer::carry},
    {"v_add3_u32", Transfer::carry},
    {"v_mul_lo_u32", Transfer::carry},
    {"v_add_co_u32", Transfer::carry},
    {"v_add_co_ci_u32", Transfer::carry},
    {"v_mad_u64_u32", Transfer::carry},
    {"v_mad_i64_i32", Transfer::carry},
    {"v_mad_co_u64_u32", Transfer::carry},
    {"v_mad_co_i64_i32", Transfer::carry},
    {"v_lshlrev_b64", Transfer::shift_left},
    {"v_lshrrev_b64", Transfer::shift_right},
    {"v_ashrrev_i64", Transfer::shift_right},
    {"s_add_u32", Transfer::carry},
    {"s_add_i32", Transfer::carry},
    {"s_sub_u32", Transfer::carry},
    {"s_sub_i32", Transfer::carry},
    {"s_add_co_u32", Transfer::carry},
    {"s_add_co_i32", Transfer::carry},
    {"s_sub_co_u32", Transfer::carry},
    {"s_sub_co_i32", Transfer::carry},
    {"s_mul_i32", Transfer::carry},
    {"s_mov_b32", Transfer::move},
    {"s_mov_b64", Transfer::move},
    {"s_not_b32", Transfer::move},
    {"s_and_b32", Transfer::bit_and},
    {"s_and_b64", Transfer::bit_and},
    {"s_or_b32", Transfer::bit_or},
    {"s_or_b64", Transfer::bit_or},
    {"s_xor_b32", Transfer::bit_xor},
    {"s_xor_b64", Transfer::bit_xor},
};

}  // namespace

Transfer transfer_of(const Instruction& row) {
  const auto named = std::ranges::find(kNamed, row.name, &Named::name);
  if (named != std::end(kNamed)) return named->transfer;
  return row.shape == Shape::packed ? Transfer::halves : Transfer::any;
}

}  // namespace tilewright::emu::check
