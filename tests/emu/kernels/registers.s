// Every work-item writes what it found at start: out[workgroup][item] is eight dwords:
// v0, workgroup id x, y, z, EXEC, 0, 0, 0. The index comes from the hidden arguments.
.include "kernel.inc"

kernel registers
  workgroup_id s8, s9, s10
  s_load_b64 s[12:13], s[0:1], 0x0
  s_load_b64 s[14:15], s[0:1], 0x8   // workgroups in x, y
  s_load_b64 s[16:17], s[0:1], 0x10  // work-items of a workgroup in x | y << 16, z
  wait_all
  v_mov_b32 v8, v0
  // work-item: v1 = x + size_x * (y + size_y * z); s21 = items of a workgroup
  s_and_b32 s18, s16, 0xffff
  s_lshr_b32 s19, s16, 16
  s_and_b32 s17, s17, 0xffff
  v_bfe_u32 v1, v0, 20, 10
  v_mul_lo_u32 v1, v1, s19
  v_bfe_u32 v2, v0, 10, 10
  v_add_nc_u32 v1, v1, v2
  v_mul_lo_u32 v1, v1, s18
  v_and_b32 v2, 0x3ff, v0
  v_add_nc_u32 v1, v1, v2
  s_mul_i32 s21, s18, s19
  s_mul_i32 s21, s21, s17
  // workgroup: s20 = x + count_x * (y + count_y * z)
  s_mul_i32 s20, s10, s15
  s_add_u32 s20, s20, s9
  s_mul_i32 s20, s20, s14
  s_add_u32 s20, s20, s8
  s_mul_i32 s20, s20, s21
  v_add_nc_u32 v1, v1, s20
  v_lshlrev_b32 v1, 5, v1
  v_mov_b32 v9, s8
  v_mov_b32 v10, s9
  v_mov_b32 v11, s10
  v_mov_b32 v12, exec_lo
  v_mov_b32 v13, 0
  v_mov_b32 v14, 0
  v_mov_b32 v15, 0
  global_store_b128 v1, v[8:11], s[12:13]
  global_store_b128 v1, v[12:15], s[12:13] offset:16
  s_endpgm
end_kernel registers, ids=2, kernarg=24, args="{.name: out, .offset: 0, .size: 8, .value_kind: global_buffer}, {.offset: 8, .size: 4, .value_kind: hidden_block_count_x}, {.offset: 12, .size: 4, .value_kind: hidden_block_count_y}, {.offset: 16, .size: 2, .value_kind: hidden_group_size_x}, {.offset: 18, .size: 2, .value_kind: hidden_group_size_y}, {.offset: 20, .size: 2, .value_kind: hidden_group_size_z}"
