// gfx12: the barrier is signalled and not waited for.
.include "kernel.inc"

kernel signal_and_end
  s_barrier_signal -1
  s_endpgm
end_kernel signal_and_end
