// Wave 1 ends at once; the others meet at a barrier without it, and write.
.include "kernel.inc"

kernel early_exit
  s_load_b64 s[8:9], s[0:1], 0x0
  wait_all
  v_readfirstlane_b32 s10, v0
  s_cmp_eq_u32 s10, 32
  s_cbranch_scc1 leave
  barrier
  v_lshlrev_b32 v1, 2, v0
  global_store_b32 v1, v0, s[8:9]
leave:
  s_endpgm
end_kernel early_exit
