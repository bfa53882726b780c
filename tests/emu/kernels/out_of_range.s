// out[workgroup * stride + lane] = lane, in dwords: out of range for large workgroup numbers.
.include "kernel.inc"

kernel out_of_range
  workgroup_id s8, s9, s10
  s_load_b64 s[12:13], s[0:1], 0x0
  s_load_b32 s14, s[0:1], 0x8
  wait_all
  s_mul_i32 s8, s8, s14
  v_add_nc_u32 v1, s8, v0
  v_lshlrev_b32 v1, 2, v1
  global_store_b32 v1, v0, s[12:13]
  s_endpgm
end_kernel out_of_range, kernarg=16, args="{.name: out, .offset: 0, .size: 8, .value_kind: global_buffer}, {.name: stride, .offset: 8, .size: 4, .value_kind: by_value}"
