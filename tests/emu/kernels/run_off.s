// Has no s_endpgm.
.include "kernel.inc"

kernel run_off
  s_nop 0
  s_nop 1
end_kernel run_off
