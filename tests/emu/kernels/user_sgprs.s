// All user SGPRs, in their order: dispatch packet s[0:1], arguments s[2:3], dispatch id s[4:5],
// scratch size s6. out[0..15] is the packet, out[16..] s0 … s6 and the workgroup id x; out[32 + lane]
// is v0, which holds only X (ids=0).
.include "kernel.inc"

kernel user_sgprs
  workgroup_id s28, s29, s30, user=7
  s_load_b64 s[26:27], s[2:3], 0x0
  s_load_b512 s[8:23], s[0:1], 0x0
  wait_all
  v_mbcnt_lo_u32_b32 v2, -1, 0
  v_lshlrev_b32 v2, 2, v2
  global_store_b32 v2, v0, s[26:27] offset:128
  v_mov_b32 v1, 0
.macro put sgpr, at
  v_mov_b32 v3, \sgpr
  global_store_b32 v1, v3, s[26:27] offset:4*(\at)
.endm
.irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
  put s[8+\i], \i
.endr
.irp i, 0,1,2,3,4,5,6
  put s[\i], 16+\i
.endr
  put s28, 23
  s_endpgm
end_kernel user_sgprs, dispatch_ptr=1, dispatch_id=1, scratch_size=1, scratch=12, lds=20
