// gfx12: wave 0 waits for a barrier that it has not signalled.
.include "kernel.inc"

kernel wait_alone
  v_readfirstlane_b32 s10, v0
  s_cmp_eq_u32 s10, 0
  s_cbranch_scc1 wait
  s_barrier_signal -1
wait:
  s_barrier_wait -1
  s_endpgm
end_kernel wait_alone
