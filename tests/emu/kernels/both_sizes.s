// Two kernels, of waves of 32 and of 64 lanes, that run the same code: out[item] is four dwords,
// v0, the number of the lane, EXEC. One-dimensional; the argument behind "out" is the size of a
// workgroup.
.include "kernel.inc"

.text
common:
  workgroup_id s8, s9, s10
  s_load_b64 s[12:13], s[0:1], 0x0
  s_load_b32 s14, s[0:1], 0x8
  wait_all
  v_mov_b32 v4, v0
  v_mbcnt_lo_u32_b32 v5, -1, 0
  v_mbcnt_hi_u32_b32 v5, -1, v5
  v_mov_b32 v6, exec_lo
  v_mov_b32 v7, exec_hi
  s_mul_i32 s8, s8, s14
  v_add_nc_u32 v1, s8, v0
  v_lshlrev_b32 v1, 4, v1
  global_store_b128 v1, v[4:7], s[12:13]
  s_endpgm

.macro entry name, wave32
  .text
  .globl \name
  .p2align 8
  .type \name,@function
\name:
  s_branch common
.L\name\()_end:
  .size \name, .L\name\()_end-\name
  .rodata
  .p2align 6
  .amdhsa_kernel \name
    .amdhsa_next_free_vgpr 8
    .amdhsa_next_free_sgpr 32
    .amdhsa_kernarg_size 16
    .amdhsa_wavefront_size32 \wave32
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_system_sgpr_workgroup_id_x 1
    .amdhsa_system_sgpr_workgroup_id_y 1
    .amdhsa_system_sgpr_workgroup_id_z 1
  .end_amdhsa_kernel
.endm
entry waves_of_32, 1
entry waves_of_64, 0

.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: waves_of_32
    .symbol: waves_of_32.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 32
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
    .args: [{.name: out, .offset: 0, .size: 8, .value_kind: global_buffer}, {.name: size, .offset: 8, .size: 4, .value_kind: by_value}]
  - .name: waves_of_64
    .symbol: waves_of_64.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 32
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
    .args: [{.name: out, .offset: 0, .size: 8, .value_kind: global_buffer}, {.name: size, .offset: 8, .size: 4, .value_kind: by_value}]
...
.end_amdgpu_metadata
