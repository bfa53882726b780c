// Room for 256 dwords of any code, which finds addresses, lane numbers and some values in registers.
.include "kernel.inc"

kernel blank
  s_load_b128 s[4:7], s[0:1], 0x0  // "in" and "out"
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 2, v0
  wait_all
  v_mov_b32 v2, s4
  v_mov_b32 v3, s5
  v_mov_b32 v4, s6
  v_mov_b32 v5, s7
  v_cvt_f32_u32 v6, v0
  v_not_b32 v7, v0
  s_mov_b64 s[8:9], s[6:7]
  s_mov_b32 s10, 0x1000  // s[8:11]: a descriptor of "out"
  s_mov_b32 s11, 0x31004000
  s_mov_b32 s12, 3
  s_mov_b32 s13, -1
  s_mov_b32 m0, 0
.fill 260, 4, 0xbfb00000  // s_endpgm
.ifdef wave64
end_kernel blank, lds=1024, scratch=64, kernarg=16, vgprs=256, args="{.name: in, .offset: 0, .size: 8, .value_kind: global_buffer}, {.name: out, .offset: 8, .size: 8, .value_kind: global_buffer}", wave_size=64
.else
end_kernel blank, lds=1024, scratch=64, kernarg=16, vgprs=256, args="{.name: in, .offset: 0, .size: 8, .value_kind: global_buffer}, {.name: out, .offset: 8, .size: 8, .value_kind: global_buffer}"
.endif
