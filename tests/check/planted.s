// Bugs that strict mode must find, and their sound counterparts. One kernel; its argument says which
// case runs. Numbers are those of planted_test.cpp. Two workgroups of two waves run each.
//
// At the start of a case: s[4:5] "out", 4096 bytes of zeros; s[6:7] "fresh", which nobody has
// written; s8 the workgroup; v0 the work-item, v1 its dword in LDS, v2 that of the same lane in the
// other wave, v3 a value, v4 its dword in "out", v9 that of the other wave. v20 and s30 are
// undefined.
.include "kernel.inc"

.macro use register
  v_add_nc_u32 v31, \register, \register
.endm
.macro wait_lds count=0
.if gfx12
  s_wait_dscnt \count
.else
  s_waitcnt lgkmcnt(\count)
.endif
.endm
.macro wait_load count=0
.if gfx12
  s_wait_loadcnt \count
.else
  s_waitcnt vmcnt(\count)
.endif
.endm
.macro product
  .if gfx12
  v_wmma_f32_16x16x16_f16 v[8:15], v[16:19], v[20:23], v[8:15]
  .else
  v_wmma_f32_16x16x16_f16 v[8:15], v[16:23], v[24:31], v[8:15]
  .endif
.endm
.macro clear_factors
  .irp n, 8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
  v_mov_b32 v\n, 0
  .endr
.endm

kernel planted
  workgroup_id s8, s9, s10
  s_load_b64 s[4:5], s[0:1], 0x0
  s_load_b64 s[6:7], s[0:1], 0x8
  s_load_b32 s11, s[0:1], 0x10
  wait_all
  v_lshlrev_b32 v1, 2, v0
  v_xor_b32 v2, 32, v0
  v_lshlrev_b32 v2, 2, v2
  v_mov_b32 v3, v0
  s_lshl_b32 s12, s8, 8
  v_add_nc_u32 v4, s12, v1
  v_add_nc_u32 v9, s12, v2
  choose_case s11, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57

case 1  // sound: store, wait, barrier, load
  ds_store_b32 v1, v3
  wait_all
  barrier
  ds_load_b32 v5, v2
  wait_all
  global_store_b32 v4, v5, s[4:5]

case 2  // no barrier
  ds_store_b32 v1, v3
  wait_all
  ds_load_b32 v5, v2
  wait_all

case 3  // the barrier comes before the store is complete
  ds_store_b32 v1, v3
  barrier
  ds_load_b32 v5, v2
  wait_all

case 4  // overwritten while others may still read
  ds_store_b32 v1, v3
  wait_all
  barrier
  ds_load_b32 v5, v2
  wait_all
  ds_store_b32 v1, v3

case 5  // a barrier, but the load before it is not complete
  ds_store_b32 v1, v3
  wait_all
  barrier
  ds_load_b32 v5, v2
  barrier
  ds_store_b32 v1, v3
  wait_all

case 6  // both waves write one place
  v_and_b32 v6, 31, v0
  v_lshlrev_b32 v6, 2, v6
  ds_store_b32 v6, v3

case 7  // all lanes of a wave write one place
  v_lshrrev_b32 v6, 5, v0
  v_lshlrev_b32 v6, 2, v6
  ds_store_b32 v6, v3

case 8  // sound: all lanes write the same value
  v_lshrrev_b32 v6, 5, v0
  v_lshlrev_b32 v7, 2, v6
  ds_store_b32 v7, v6

case 9  // sound: two waves write different bytes of a dword
  v_lshrrev_b32 v6, 5, v0
  v_and_b32 v7, 31, v0
  v_lshl_or_b32 v7, v7, 2, v6
  ds_store_b8 v7, v3

case 10  // two waves write the same two bytes of a dword
  v_and_b32 v7, 31, v0
  v_lshlrev_b32 v7, 2, v7
  ds_store_b16 v7, v3

case 11  // LDS that nobody has written
  ds_load_b32 v5, v1
  wait_all

case 12  // half of a dword of LDS that nobody has written
  ds_store_b16 v1, v3
  wait_all
  ds_load_b32 v5, v1
  wait_all

case 13  // no wait for an LDS load
  ds_store_b32 v1, v3
  ds_load_b32 v5, v1
  use v5

case 14  // waits for the first of two LDS loads, uses the second
  ds_store_b32 v1, v3
  ds_load_b32 v5, v1
  ds_load_b32 v6, v1
  wait_lds 1
  use v6

case 15  // sound: waits for the first and uses it
  ds_store_b32 v1, v3
  ds_load_b32 v5, v1
  ds_load_b32 v6, v1
  wait_lds 1
  use v5

case 16  // no wait for a load
  global_load_b32 v5, v4, s[4:5]
  use v5

case 17  // waits for the first of two loads, uses the second
  global_load_b32 v5, v4, s[4:5]
  global_load_b32 v6, v4, s[4:5]
  wait_load 1
  use v6

case 18  // sound
  global_load_b32 v5, v4, s[4:5]
  global_load_b32 v6, v4, s[4:5]
  wait_load 1
  use v5

case 19  // the load may come after what replaces it
  global_load_b32 v5, v4, s[4:5]
  v_mov_b32 v5, 0

case 20  // sound: loads fill one register in order
  global_load_b32 v5, v4, s[4:5]
  global_load_b32 v5, v9, s[4:5]
  wait_load
  use v5

case 21  // no wait for a scalar load
  s_load_b32 s20, s[4:5], 0x0
  s_add_u32 s21, s20, 1

case 22  // scalar loads return in any order
  s_load_b32 s20, s[4:5], 0x0
  s_load_b32 s21, s[4:5], 0x4
.if gfx12
  s_wait_kmcnt 1
.else
  s_waitcnt lgkmcnt(1)
.endif
  s_add_u32 s22, s20, 1

case 23  // stores what has not been loaded yet
  global_load_b32 v5, v4, s[4:5]
  global_store_b32 v4, v5, s[4:5]

case 24  // waits on the wrong counter
  global_load_b32 v5, v4, s[4:5]
  wait_lds
  use v5

case 25  // an undefined address
  v_and_b32 v6, 0xfc, v20
  ds_store_b32 v6, v0

case 26  // undefined data
  ds_store_b32 v1, v20

case 27  // sound: the half that is stored is defined
  v_lshlrev_b32 v6, 16, v20
  ds_store_b16 v1, v6

case 28  // an undefined branch on VCC
  v_cmp_eq_u32 vcc_lo, 0, v20
  s_cbranch_vccnz .Lend

case 29  // undefined EXEC
  s_and_b32 exec_lo, exec_lo, s30

case 30  // an undefined branch on SCC
  s_cmp_eq_u32 s30, 0
  s_cbranch_scc1 .Lend

case 31  // a product of undefined matrices
  product

case 32  // a product with half of the lanes
  clear_factors
  s_mov_b32 exec_lo, 0xffff
  product

case 33  // sound
  clear_factors
  product
  v_mov_b32 v5, v8
  ds_store_b32 v1, v5

case 34  // both workgroups write one place
  global_store_b32 v1, v3, s[4:5]

case 35  // each workgroup reads what the other writes
  v_xor_b32 v6, 0x100, v4
  global_store_b32 v4, v3, s[4:5]
  global_load_b32 v5, v6, s[4:5]
  wait_all

case 36  // sound: atomics
  global_atomic_add_u32 v1, v3, s[4:5]

case 37  // a wave reads what another writes, without a barrier
  global_store_b32 v4, v3, s[4:5]
  wait_all
  global_load_b32 v5, v9, s[4:5]
  wait_all

case 38  // sound
  global_store_b32 v4, v3, s[4:5]
  wait_all
  barrier
  global_load_b32 v5, v9, s[4:5]
  wait_all

case 39  // the barrier comes before the store is complete
  global_store_b32 v4, v3, s[4:5]
  barrier
  global_load_b32 v5, v9, s[4:5]
  wait_all

case 40  // memory that nobody has written
  global_load_b32 v5, v4, s[6:7]
  wait_all

case 41  // sound: the kernel has written it
  global_store_b32 v4, v3, s[6:7]
  wait_all
  global_load_b32 v5, v4, s[6:7]
  wait_all

case 42  // a scalar load drops the low bits of its address
  s_load_b32 s20, s[4:5], 0x2
  wait_all

case 43  // a misaligned LDS store
  v_lshlrev_b32 v6, 3, v0
  ds_store_b64 v6, v[0:1] offset:4

case 44  // a descriptor of twice the buffer
  s_mov_b32 s16, s4
  s_and_b32 s17, s5, 0xffff
  s_mov_b32 s18, 8192
  s_mov_b32 s19, 0x31004000
  buffer_load_b32 v5, v4, s[16:19], null offen
  wait_all

case 45  // sound
  s_mov_b32 s16, s4
  s_and_b32 s17, s5, 0xffff
  s_mov_b32 s18, 4096
  s_mov_b32 s19, 0x31004000
  buffer_load_b32 v5, v4, s[16:19], null offen
  wait_all

case 46  // one wave leaves before the barrier
  v_cmp_gt_u32 vcc_lo, 32, v0
  s_cbranch_vccnz .Lend
  barrier

case 47  // an undefined scalar offset
  s_mov_b32 s16, s4
  s_and_b32 s17, s5, 0xffff
  s_mov_b32 s18, 4096
  s_mov_b32 s19, 0x31004000
  buffer_load_b32 v5, v4, s[16:19], s30 offen
  wait_all

case 48  // a flat load is counted twice and waited for once
  v_mov_b32 v10, s4
  v_mov_b32 v11, s5
  flat_load_b32 v5, v[10:11]
  wait_load
  use v5

case 49  // sound
  v_mov_b32 v10, s4
  v_mov_b32 v11, s5
  flat_load_b32 v5, v[10:11]
  wait_all
  use v5

case 50  // sound: two loads fill the halves of one register
  global_load_d16_b16 v5, v4, s[4:5]
  global_load_d16_hi_b16 v5, v4, s[4:5] offset:2
  wait_load
  ds_store_b32 v1, v5

case 51  // uses a register of which a load filled one half
  global_load_d16_b16 v20, v4, s[4:5]
  wait_load
  ds_store_b32 v1, v20

.if gfx12
case 52  // sound: a split barrier
  ds_store_b32 v1, v3
  wait_all
  s_barrier_signal -1
  ds_load_b32 v5, v1
  s_barrier_wait -1
  ds_load_b32 v6, v2
  wait_all

case 53  // stores between the signal and the wait
  s_barrier_signal -1
  ds_store_b32 v1, v3
  wait_all
  s_barrier_wait -1
  ds_load_b32 v6, v2
  wait_all
.else
case 52
case 53
.endif

.macro load_halves
  global_load_d16_b16 v5, v4, s[4:5]
  global_load_d16_hi_b16 v5, v4, s[4:5] offset:2
.endm
case 54  // sound: what is used is the half that is there, in turn with loads of the next
  load_halves
  wait_load 1
  ds_store_b16 v1, v5
  v_add_f16 v6, v5, v5
  global_load_d16_b16 v5, v4, s[4:5]
  wait_load 1
  ds_store_b16_d16_hi v1, v5 offset:2
  v_pk_add_u16 v7, v5, v3 op_sel:[1,0] op_sel_hi:[1,1]
  wait_load
  use v5

case 55  // stores the half that is on its way
  load_halves
  wait_load 1
  ds_store_b16_d16_hi v1, v5

case 56  // adds both halves, of which one is on its way
  load_halves
  wait_load 1
  v_pk_add_f16 v6, v5, v5

case 57  // writes into the half that is on its way
  load_halves
  wait_load 1
  v_add_nc_u16 v5, v3, v3 op_sel:[0,0,1]
  wait_load
.Lend:
  s_endpgm
end_kernel planted, lds=1024, kernarg=20, args="{.name: out, .offset: 0, .size: 8, .value_kind: global_buffer}, {.name: fresh, .offset: 8, .size: 8, .value_kind: global_buffer}, {.name: number, .offset: 16, .size: 4, .value_kind: by_value}"
