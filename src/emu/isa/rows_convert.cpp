// VALU conversions (ISA manuals, V_CVT_*).
// SPDX-License-Identifier: MIT
#include "emu/isa/convert_lanes.hpp"
#include "emu/isa/host.hpp"
#include "emu/isa/lanes.hpp"
#include "emu/wmma/fp8.hpp"

namespace tilewright::emu::TW_HOST {
namespace {

using f32 = float;
using f64 = double;
using u32 = uint32_t;
using i32 = int32_t;
using u16 = uint16_t;
using i16 = int16_t;

// --- between f32, f64 and integers
i32 nearest_i32_f32(f32 a) { return to_i32(__builtin_floor(static_cast<f64>(a) + 0.5)); }
i32 floor_i32_f32(f32 a) { return cvt_i32_f32(__builtin_floorf(a)); }
template <unsigned kByte>
f32 f32_ubyte(u32 a) {
  return static_cast<f32>(static_cast<i32>(a >> 8 * kByte & 0xff));
}
/// A signed 4-bit number of sixteenths.
f32 off_f32_i4(u32 a) { return static_cast<f32>(static_cast<i32>(a << 28) >> 28) * 0.0625F; }
f64 f64_i32(i32 a) { return a; }
f64 f64_u32(u32 a) { return a; }
i32 i32_f64(f64 a) { return to_i32(a); }
u32 u32_f64(f64 a) { return to_u32(a); }
f64 f64_f32(f32 a) {
  return is_nan(a) ? double_of((bits_of(a) & uint64_t{0x80000000}) << 32 | 0x7ff8000000000000 |
                               uint64_t{bits_of(a) & 0x7fffff} << 29)
                   : static_cast<f64>(a);
}
f32 f32_f64(f64 a) {
  return is_nan(a) ? float_of(static_cast<u32>(bits_of(a) >> 32 & 0x80000000) | 0x7fc00000 |
                              static_cast<u32>(bits_of(a) >> 29 & 0x7fffff))
                   : static_cast<f32>(a);
}

// --- f16
Half f16_f32(f32 a, Mode mode) { return narrow(a, mode); }
f32 f32_f16(Half a) { return is_nan(a) ? quiet(widen(a)) : widen(a); }
Half f16_u16(u16 a, Mode mode) { return narrow(static_cast<f32>(i32{a}), mode); }
Half f16_i16(i16 a, Mode mode) { return narrow(static_cast<f32>(i32{a}), mode); }
u16 u16_f16(Half a) { return to_u16(widen(a)); }
i16 i16_f16(Half a) { return to_i16(widen(a)); }

// --- packing
u32 pk_u16_f32(f32 a, f32 b) { return to_u16(a) | u32{to_u16(b)} << 16; }
u32 pk_i16_f32(f32 a, f32 b) {
  return static_cast<u16>(to_i16(a)) | u32{static_cast<u16>(to_i16(b))} << 16;
}
/// Rounds to nearest into byte b of c.
u32 pk_u8_f32(f32 a, u32 b, u32 c) {
  const f32 rounded = __builtin_roundevenf(a);
  const u32 byte = !(rounded > 0) ? 0 : rounded >= 255 ? 255 : static_cast<u32>(rounded);
  const unsigned shift = 8 * (b & 3);
  return (c & ~(0xffu << shift)) | byte << shift;
}

// --- FP8 and BF8: MODE's denorm field has no effect, so the f32 side counts as bits
template <u32 (*kDecode)(u32)>
u32 f32_low_byte(u16 a) {
  return kDecode(a & 0xffu);
}
template <u32 (*kDecode)(u32)>
u32 f32_high_byte(u16 a) {
  return kDecode(a >> 8u);
}
template <u32 (*kDecode)(u32)>
uint64_t pk_f32(u16 a) {
  return kDecode(a & 0xffu) | uint64_t{kDecode(a >> 8u)} << 32;
}
template <u32 (*kEncode)(u32, bool)>
u16 pk_fp8(u32 a, u32 b, Mode mode) {
  return static_cast<u16>(kEncode(a, mode.fp16_ovfl()) | kEncode(b, mode.fp16_ovfl()) << 8);
}

/// OP_SEL[0] selects the half, by the operand's type, and OP_SEL[1] the byte in it.
template <u32 (*kDecode)(u32)>
constexpr Instruction byte_of(std::string_view name) {
  return valu_variant<f32_low_byte<kDecode>, f32_high_byte<kDecode>>(name, On::gfx12,
                                                                     kByteSelect | kWholeRegister);
}

constexpr Instruction kRows[] = {
    valu<cvt_f32_i32>("v_cvt_f32_i32"),
    valu<cvt_f32_u32>("v_cvt_f32_u32"),
    valu<cvt_i32_f32>("v_cvt_i32_f32"),
    valu<cvt_u32_f32>("v_cvt_u32_f32"),
    valu<nearest_i32_f32>("v_cvt_nearest_i32_f32"),
    valu<floor_i32_f32>("v_cvt_floor_i32_f32"),
    valu<f32_ubyte<0>>("v_cvt_f32_ubyte0"),
    valu<f32_ubyte<1>>("v_cvt_f32_ubyte1"),
    valu<f32_ubyte<2>>("v_cvt_f32_ubyte2"),
    valu<f32_ubyte<3>>("v_cvt_f32_ubyte3"),
    valu<off_f32_i4>("v_cvt_off_f32_i4"),
    valu<f64_i32>("v_cvt_f64_i32"),
    valu<f64_u32>("v_cvt_f64_u32"),
    valu<i32_f64>("v_cvt_i32_f64"),
    valu<u32_f64>("v_cvt_u32_f64"),
    valu<f64_f32>("v_cvt_f64_f32"),
    valu<f32_f64>("v_cvt_f32_f64"),

    valu<f16_f32>("v_cvt_f16_f32"),
    valu<f32_f16>("v_cvt_f32_f16"),
    valu<f16_u16>("v_cvt_f16_u16"),
    valu<f16_i16>("v_cvt_f16_i16"),
    valu<u16_f16>("v_cvt_u16_f16"),
    valu<i16_f16>("v_cvt_i16_f16"),

    valu<cvt_pk_rtz_f16_f32>("v_cvt_pk_rtz_f16_f32"),
    valu<pk_u16_f32>("v_cvt_pk_u16_f32"),
    valu<pk_i16_f32>("v_cvt_pk_i16_f32"),
    valu<pk_u8_f32>("v_cvt_pk_u8_f32"),

    byte_of<wmma::f32_from_fp8>("v_cvt_f32_fp8"),
    byte_of<wmma::f32_from_bf8>("v_cvt_f32_bf8"),
    valu<pk_f32<wmma::f32_from_fp8>>("v_cvt_pk_f32_fp8", On::gfx12, kWholeRegister),
    valu<pk_f32<wmma::f32_from_bf8>>("v_cvt_pk_f32_bf8", On::gfx12, kWholeRegister),
    valu<pk_fp8<wmma::fp8_from_f32>>("v_cvt_pk_fp8_f32", On::gfx12),
    valu<pk_fp8<wmma::bf8_from_f32>>("v_cvt_pk_bf8_f32", On::gfx12),
};

}  // namespace

Instructions convert_rows() { return kRows; }

}  // namespace tilewright::emu::TW_HOST
