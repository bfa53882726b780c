// Bugs that show in a wave64 only, or in its high half, and their sound counterparts. One kernel;
// its argument says which case runs. Numbers are those of planted64_test.cpp. Two waves of 64 lanes.
//
// At the start of a case: s[4:5] "out", 4096 bytes of zeros; v0 the work-item, v1 its dword in LDS
// and in "out", v2 that of the same lane in the other wave, v3 a value; s[8:9] lanes 32-63.
// v20 and s[20:21] are undefined.
.include "kernel.inc"

kernel planted64
  s_load_b64 s[4:5], s[0:1], 0x0
  s_load_b32 s11, s[0:1], 0x10
  wait_all
  v_lshlrev_b32 v1, 2, v0
  v_xor_b32 v2, 64, v0
  v_lshlrev_b32 v2, 2, v2
  v_mov_b32 v3, v0
  s_mov_b32 s8, 0
  s_mov_b32 s9, -1
  choose_case s11, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18

case 1  // sound: store, wait, barrier, load
  ds_store_b32 v1, v3
  wait_all
  barrier
  ds_load_b32 v5, v2
  wait_all
  global_store_b32 v1, v5, s[4:5]

case 2  // waves race in their high halves only
  ds_store_b32 v1, v3
  wait_all
  s_mov_b64 exec, s[8:9]
  ds_load_b32 v5, v2
  wait_all

case 3  // lane i and lane i + 32 of one store write different values in one place
  v_and_b32 v6, 0xffffffdf, v0
  v_lshlrev_b32 v6, 2, v6
  ds_store_b32 v6, v3

case 4  // sound: they write the same value
  v_and_b32 v6, 0xffffffdf, v0
  v_lshlrev_b32 v7, 2, v6
  ds_store_b32 v7, v6

case 5  // the same in the second access of a store of two, which go to different places else
  v_and_b32 v6, 0xffffffdf, v0
  v_lshlrev_b32 v6, 3, v6
  ds_store_2addr_b32 v6, v6, v3 offset1:1

case 6  // sound: one wait is enough for both halves
  ds_store_b32 v1, v3
  ds_load_b32 v5, v1
  wait_all
  global_store_b32 v1, v5, s[4:5]

case 7  // no wait
  global_load_b32 v5, v1, s[4:5]
  v_add_nc_u32 v6, v5, v5
  wait_all

case 8  // a register of which only the low half is written
  s_mov_b32 exec_hi, 0
  v_mov_b32 v20, 1
  s_mov_b64 exec, -1
  global_store_b32 v1, v20, s[4:5]

case 9  // sound: both halves are
  s_mov_b32 exec_hi, 0
  v_mov_b32 v20, 1
  s_mov_b64 exec, s[8:9]
  v_mov_b32 v20, 2
  s_mov_b64 exec, -1
  global_store_b32 v1, v20, s[4:5]

case 10  // a branch on a mask of which only the low register is written
  s_mov_b32 vcc_lo, 0
  s_cbranch_vccz .Lend10
.Lend10:

case 11  // sound: a compare writes both
  v_cmp_lt_u32 vcc, v0, v1
  s_cbranch_vccz .Lend11
.Lend11:
  v_cndmask_b32 v6, 0, v3, vcc
  global_store_b32 v1, v6, s[4:5]

case 12  // the upper half of EXEC from an undefined register
  s_mov_b32 exec_hi, s21

case 13  // undefined lanes come to the low half from the high one
  s_mov_b32 exec_hi, 0
  v_mov_b32 v20, 1
  s_mov_b64 exec, -1
  v_permlane64_b32 v21, v20
  s_mov_b32 exec_hi, 0
  global_store_b32 v1, v21, s[4:5]

case 14  // sound: the high half got what is defined
  s_mov_b32 exec_hi, 0
  v_mov_b32 v20, 1
  s_mov_b64 exec, -1
  v_permlane64_b32 v21, v20
  s_mov_b64 exec, s[8:9]
  global_store_b32 v1, v21, s[4:5]

case 15  // a lane of the high half that nobody wrote
  s_mov_b32 exec_hi, 0
  v_mov_b32 v20, 1
  s_mov_b64 exec, -1
  v_readlane_b32 s12, v20, 40
  v_mov_b32 v6, s12
  global_store_b32 v1, v6, s[4:5]

case 16  // a matrix product without lanes 48-63
  .irp n, 8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
  v_mov_b32 v\n, 0
  .endr
  s_mov_b32 exec_hi, 0xffff
.if gfx12
  v_wmma_f32_16x16x16_f16 v[8:11], v[16:17], v[20:21], v[8:11]
.else
  v_wmma_f32_16x16x16_f16 v[8:11], v[16:23], v[24:31], v[8:11]
.endif

case 17  // a high lane reads past the end of LDS: a fault
  v_mul_u32_u24 v6, 9, v0
  ds_load_b32 v5, v6
  wait_all

case 18  // a mask of which only the lower register is undefined
  s_mov_b64 exec, s[8:9]
  v_mov_b32 v20, 1
  s_mov_b64 exec, -1
  v_cmp_lt_u32 vcc, v20, v0
  s_cbranch_vccz .Lend18
.Lend18:
  s_endpgm
end_kernel planted64, wave_size=64, lds=1024, kernarg=20, args="{.name: out, .offset: 0, .size: 8, .value_kind: global_buffer}, {.name: fresh, .offset: 8, .size: 8, .value_kind: global_buffer}, {.name: number, .offset: 16, .size: 4, .value_kind: by_value}"
