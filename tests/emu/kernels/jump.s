// Jumps to the address that it is given.
.include "kernel.inc"

kernel jump
  s_load_b64 s[8:9], s[0:1], 0x0
  wait_all
  s_setpc_b64 s[8:9]
  s_endpgm
end_kernel jump
