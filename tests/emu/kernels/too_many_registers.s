// Writes v31, the last register that kernel.inc declares; with an argument, v32 too.
.include "kernel.inc"

kernel too_many_registers
  s_load_b32 s14, s[0:1], 0x8
  wait_all
  v_mov_b32 v31, 0
  s_cmp_eq_u32 s14, 0
  s_cbranch_scc1 done
  v_mov_b32 v32, 0
done:
  s_endpgm
end_kernel too_many_registers, kernarg=16, args="{.name: out, .offset: 0, .size: 8, .value_kind: global_buffer}, {.name: more, .offset: 8, .size: 4, .value_kind: by_value}"
