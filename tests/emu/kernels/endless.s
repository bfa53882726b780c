.include "kernel.inc"

kernel endless
again:
  s_nop 0
  s_branch again
end_kernel endless
