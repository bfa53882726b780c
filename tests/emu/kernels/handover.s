// Four waves: each puts its numbers into LDS, all meet, each takes those of the next wave; twice.
// out[workgroup][item] = ((item + 64) mod 128) + 1000 * workgroup.
.include "kernel.inc"

kernel handover
  workgroup_id s8, s9, s10
  s_load_b64 s[12:13], s[0:1], 0x0
  wait_all
  s_mulk_i32 s8, 1000
  v_lshlrev_b32 v1, 2, v0            // own place
  v_add_nc_u32 v2, 32, v0
  v_and_b32 v2, 0x7f, v2
  v_lshlrev_b32 v2, 2, v2            // the place in the next wave
  v_add_nc_u32 v3, s8, v0
.rept 2
  ds_store_b32 v1, v3
  wait_all
  barrier
  ds_load_b32 v3, v2
  wait_all
  barrier
.endr
  workgroup_id s8, s9, s10
  s_lshl_b32 s8, s8, 9
  v_add_nc_u32 v1, s8, v1
  global_store_b32 v1, v3, s[12:13]
  s_endpgm
end_kernel handover, lds=512
