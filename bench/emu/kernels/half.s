// 16 vector instructions on pairs of FP16.
.include "kernel.inc"
.include "loop.inc"

loop_of half
.rept 4
  v_pk_add_f16 v2, v3, v4
  v_pk_mul_f16 v5, v2, v6
  v_pk_fma_f16 v7, v5, v2, v8
  v_cvt_f32_f16 v9, v7
.endr
end_loop half
