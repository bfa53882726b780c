// gfx12: the barrier is signalled twice.
.include "kernel.inc"

kernel signal_twice
  s_barrier_signal -1
  s_barrier_signal -1
  s_barrier_wait -1
  s_endpgm
end_kernel signal_twice
