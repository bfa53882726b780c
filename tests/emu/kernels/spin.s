// Wave 0 waits in a loop, without a barrier, for a word in LDS that wave 1 writes.
.include "kernel.inc"

kernel spin
  s_load_b64 s[8:9], s[0:1], 0x0
  wait_all
  v_mov_b32 v1, 0
  v_readfirstlane_b32 s10, v0
  s_cmp_lg_u32 s10, 0
  s_cbranch_scc1 second
again:
  ds_load_b32 v2, v1
  wait_all
  v_readfirstlane_b32 s11, v2
  s_cmp_lg_u32 s11, 42
  s_cbranch_scc1 again
  v_mov_b32 v3, s11
  global_store_b32 v1, v3, s[8:9]
  s_endpgm
second:
  v_mov_b32 v2, 42
  ds_store_b32 v1, v2
  s_endpgm
end_kernel spin, lds=4
