// 16 LDS instructions, with the widths and proportions of a GEMM's slices.
.include "kernel.inc"
.include "loop.inc"

loop_of lds
  ds_store_b128 v1, v[4:7]
  ds_load_b128 v[8:11], v1
  ds_load_b128 v[12:15], v1 offset:1024
  ds_load_b128 v[8:11], v1 offset:2048
  ds_store_b128 v1, v[8:11] offset:2048
  ds_load_b128 v[4:7], v1
  ds_load_b64 v[2:3], v1
  ds_store_b64 v1, v[2:3] offset:8
  ds_load_b32 v2, v1 offset:4
  ds_store_b32 v1, v2 offset:4
  ds_load_u16 v3, v1
  ds_store_b16 v1, v3 offset:2
  ds_load_b128 v[8:11], v1
  ds_load_b128 v[12:15], v1 offset:1024
  ds_load_b64 v[2:3], v1 offset:512
  ds_store_b128 v1, v[12:15] offset:1024
  wait_all
end_loop lds
