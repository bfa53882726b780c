// 16 global instructions, with the widths of a GEMM's loads and stores.
.include "kernel.inc"
.include "loop.inc"

loop_of global
  global_load_b128 v[4:7], v1, s[8:9]
  global_load_b128 v[8:11], v1, s[8:9] offset:1024
  global_load_b128 v[12:15], v1, s[8:9] offset:2048
  global_load_b64 v[2:3], v1, s[8:9]
  global_store_b128 v1, v[4:7], s[8:9]
  global_store_b128 v1, v[8:11], s[8:9] offset:1024
  global_load_b32 v2, v1, s[8:9] offset:4
  global_store_b32 v1, v2, s[8:9] offset:4
  global_load_u16 v3, v1, s[8:9]
  global_store_b16 v1, v3, s[8:9] offset:2
  global_load_b128 v[4:7], v1, s[8:9]
  global_load_b128 v[8:11], v1, s[8:9] offset:1024
  global_load_b128 v[12:15], v1, s[8:9] offset:2048
  global_load_b64 v[2:3], v1, s[8:9] offset:8
  global_store_b64 v1, v[2:3], s[8:9] offset:8
  global_store_b128 v1, v[12:15], s[8:9] offset:2048
  wait_all
end_loop global
