// 16 vector instructions on dwords, of the kinds that addresses and epilogues need.
.include "kernel.inc"
.include "loop.inc"

loop_of valu
  v_add_nc_u32 v2, v3, v4
  v_lshlrev_b32 v3, 2, v2
  v_fma_f32 v4, v5, v6, v7
  v_add_f32 v5, v4, v6
  v_mul_f32 v6, v4, v7
  v_and_b32 v7, 0xff, v2
  v_lshl_add_u32 v8, v2, 3, v7
  v_cmp_gt_u32 vcc_lo, v8, v2
  v_cndmask_b32 v9, v2, v8, vcc_lo
  v_perm_b32 v10, v8, v9, v2
  v_sub_nc_u32 v11, v10, v9
  v_xor_b32 v12, v10, v11
  v_cvt_f32_u32 v13, v12
  v_mad_u32_u24 v14, v2, v3, v8
  v_bfe_u32 v15, v14, 3, 5
  v_max_u32 v2, v15, v14
end_loop valu
