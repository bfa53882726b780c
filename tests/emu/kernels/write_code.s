// Writes over its own instructions.
.include "kernel.inc"

kernel write_code
  s_getpc_b64 s[8:9]
  v_mov_b32 v1, 0
  global_store_b32 v1, v0, s[8:9]
  s_endpgm
end_kernel write_code
