// Workgroup 0 waits in a loop for a word that workgroup 1 writes.
.include "kernel.inc"

kernel waits_for_later
  workgroup_id s8, s9, s10
  s_load_b64 s[12:13], s[0:1], 0x0
  wait_all
  v_mov_b32 v1, 0
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 later
again:
  global_load_b32 v2, v1, s[12:13]
  wait_all
  v_readfirstlane_b32 s11, v2
  s_cmp_lg_u32 s11, 42
  s_cbranch_scc1 again
  s_endpgm
later:
  v_mov_b32 v2, 42
  global_store_b32 v1, v2, s[12:13]
  s_endpgm
end_kernel waits_for_later
