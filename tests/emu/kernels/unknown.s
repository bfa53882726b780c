// Not an instruction.
.include "kernel.inc"

kernel unknown
  s_nop 0
  .long 0xffffffff
  s_endpgm
end_kernel unknown
