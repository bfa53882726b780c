// Each work-item keeps its number in its own scratch, at byte `offset`, and reads it back.
.include "kernel.inc"

kernel scratch
  s_load_b64 s[8:9], s[0:1], 0x0
  s_load_b32 s10, s[0:1], 0x8
  wait_all
  v_add_nc_u32 v1, 1, v0
  v_mov_b32 v2, s10
  scratch_store_b32 v2, v1, off
  wait_all
  scratch_load_b32 v3, v2, off
  wait_all
  v_lshlrev_b32 v0, 2, v0
  global_store_b32 v0, v3, s[8:9]
  s_endpgm
end_kernel scratch, scratch=16, kernarg=16, args="{.name: out, .offset: 0, .size: 8, .value_kind: global_buffer}, {.name: offset, .offset: 8, .size: 4, .value_kind: by_value}"
