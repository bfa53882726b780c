// out[lane] = rounds of a loop that computes and branches, as many as the argument says.
.include "kernel.inc"

kernel count
  s_load_b64 s[12:13], s[0:1], 0x0
  s_load_b32 s14, s[0:1], 0x8
  wait_all
  s_mov_b32 s15, 0
again:
.if gfx12
  s_add_co_i32 s15, s15, 1
.else
  s_add_i32 s15, s15, 1
.endif
  s_cmp_lg_u32 s15, s14
  s_cbranch_scc1 again
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, s15
  global_store_b32 v1, v2, s[12:13]
  s_endpgm
end_kernel count, kernarg=16, args="{.name: out, .offset: 0, .size: 8, .value_kind: global_buffer}, {.name: rounds, .offset: 8, .size: 4, .value_kind: by_value}"
