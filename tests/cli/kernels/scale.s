// out[i] = in[i] * factor for the 32 lanes of each workgroup: what a kernel author would try first.
// SPDX-License-Identifier: MIT
.include "kernel.inc"

kernel scale
  workgroup_id s8, s9, s10
  s_load_b128 s[4:7], s[0:1], 0x0
  s_load_b32 s3, s[0:1], 0x10
  v_and_b32 v0, 0x3ff, v0
  wait_all
  s_lshl_b32 s8, s8, 5
  v_add_nc_u32 v0, s8, v0
  v_lshlrev_b32 v0, 2, v0
  global_load_b32 v1, v0, s[4:5]
  wait_all
  v_mul_f32 v1, s3, v1
  global_store_b32 v0, v1, s[6:7]
  wait_all
  s_endpgm
end_kernel scale, kernarg=24, args="{.name: in, .offset: 0, .size: 8, .value_kind: global_buffer}, {.name: out, .offset: 8, .size: 8, .value_kind: global_buffer}, {.name: factor, .offset: 16, .size: 4, .value_kind: by_value}"
