// VALU instructions on f32 (ISA manuals, "VOP1/VOP2/VOP3 Instructions"). The executor applies
// ABS/NEG before, OMOD and CLAMP after, and MODE's flushing of subnormals round these functions.
//
// The approximate instructions (v_rcp, v_rsq, v_sqrt, v_exp, v_log, v_sin, v_cos) are good to 1 ulp
// on the hardware, whose exact words are not published: here they are correctly rounded, with
// subnormal operands and results flushed as the manuals say.
// SPDX-License-Identifier: MIT
#include "emu/isa/float_bits.hpp"
#include "emu/isa/host.hpp"
#include "emu/isa/lanes.hpp"

namespace tilewright::emu::TW_HOST {
namespace {

using f32 = float;
using u32 = uint32_t;
using i32 = int32_t;

// --- arithmetic
f32 add(f32 a, f32 b) { return with_nan(a + b, a, b); }
f32 sub(f32 a, f32 b) { return with_nan(a - b, a, b); }
f32 subrev(f32 a, f32 b) { return with_nan(b - a, a, b); }
f32 mul(f32 a, f32 b) { return with_nan(a * b, a, b); }
f32 mul_dx9_zero(f32 a, f32 b) { return a == 0 || b == 0 ? 0.0F : mul(a, b); }
f32 fma(f32 a, f32 b, f32 c) { return with_nan(__builtin_fmaf(a, b, c), a, b, c); }
f32 fma_dx9_zero(f32 a, f32 b, f32 c) {
  return a == 0 || b == 0 ? with_nan(0.0F + c, c) : fma(a, b, c);
}

// --- minimum, maximum
f32 min_gfx11(f32 a, f32 b, Mode mode) { return min_mode(a, b, mode.ieee()); }
f32 max_gfx11(f32 a, f32 b, Mode mode) { return max_mode(a, b, mode.ieee()); }
f32 min3_gfx11(f32 a, f32 b, f32 c, Mode mode) { return min_gfx11(min_gfx11(a, b, mode), c, mode); }
f32 max3_gfx11(f32 a, f32 b, f32 c, Mode mode) { return max_gfx11(max_gfx11(a, b, mode), c, mode); }
f32 maxmin_gfx11(f32 a, f32 b, f32 c, Mode mode) {
  return min_gfx11(max_gfx11(a, b, mode), c, mode);
}
f32 minmax_gfx11(f32 a, f32 b, f32 c, Mode mode) {
  return max_gfx11(min_gfx11(a, b, mode), c, mode);
}
f32 med3_gfx11(f32 a, f32 b, f32 c, Mode mode) {
  if (is_nan(a) || is_nan(b) || is_nan(c)) return min3_gfx11(a, b, c, mode);
  return max_num(min_num(a, b), min_num(max_num(a, b), c));
}
f32 min_number(f32 a, f32 b) { return min_num(a, b); }
f32 max_number(f32 a, f32 b) { return max_num(a, b); }
f32 min3_number(f32 a, f32 b, f32 c) { return min_num(min_num(a, b), c); }
f32 max3_number(f32 a, f32 b, f32 c) { return max_num(max_num(a, b), c); }
f32 maxmin_number(f32 a, f32 b, f32 c) { return min_num(max_num(a, b), c); }
f32 minmax_number(f32 a, f32 b, f32 c) { return max_num(min_num(a, b), c); }
f32 med3_number(f32 a, f32 b, f32 c) {
  if (is_nan(a) || is_nan(b) || is_nan(c)) return min3_number(a, b, c);
  return max_num(min_num(a, b), min_num(max_num(a, b), c));
}
f32 minimum_f32(f32 a, f32 b) { return minimum(a, b); }
f32 maximum_f32(f32 a, f32 b) { return maximum(a, b); }
f32 minimum3(f32 a, f32 b, f32 c) { return minimum(minimum(a, b), c); }
f32 maximum3(f32 a, f32 b, f32 c) { return maximum(maximum(a, b), c); }
f32 maximumminimum(f32 a, f32 b, f32 c) { return minimum(maximum(a, b), c); }
f32 minimummaximum(f32 a, f32 b, f32 c) { return maximum(minimum(a, b), c); }

// --- rounding to integral values
f32 trunc(f32 a) { return with_nan(__builtin_truncf(a), a); }
f32 ceil(f32 a) { return with_nan(__builtin_ceilf(a), a); }
f32 floor(f32 a) { return with_nan(__builtin_floorf(a), a); }
f32 rndne(f32 a) { return with_nan(__builtin_roundevenf(a), a); }
/// In [0, 1): the largest value below 1 where the difference rounds up to it.
f32 fract(f32 a) {
  const f32 difference = a - __builtin_floorf(a);
  return with_nan(difference >= 1 ? 0x1.fffffep-1F : difference, a);
}

// --- pieces of a number
unsigned exponent(f32 a) { return bits_of(a) >> 23 & 0xff; }
f32 ldexp(f32 a, i32 power) {
  const i32 bounded = power < -400 ? -400 : power > 400 ? 400 : power;
  return with_nan(__builtin_ldexpf(a, bounded), a);
}
i32 frexp_exp(f32 a) {
  if (exponent(a) == 255 || a == 0) return 0;
  int result = 0;
  (void)__builtin_frexpf(a, &result);
  return result;
}
f32 frexp_mant(f32 a) {
  if (exponent(a) == 255 || a == 0) return with_nan(a, a);
  int ignored = 0;
  return __builtin_frexpf(a, &ignored);
}
bool cmp_class(f32 a, u32 classes) {
  const bool fraction = (bits_of(a) & 0x7fffff) != 0;
  return (classes >> class_of(a, exponent(a), fraction, 255) & 1) != 0;
}

// --- approximations
f32 flush(f32 a) { return exponent(a) == 0 ? float_of(bits_of(a) & 0x80000000) : a; }
f32 rcp(f32 a) { return with_nan(flush(1.0F / flush(a)), a); }
f32 sqrt(f32 a) { return with_nan(__builtin_sqrtf(flush(a)), a); }
f32 rsq(f32 a) {
  return with_nan(static_cast<f32>(1.0 / __builtin_sqrt(static_cast<double>(flush(a)))), a);
}
f32 exp(f32 a) {
  return with_nan(flush(static_cast<f32>(__builtin_exp2(static_cast<double>(flush(a))))), a);
}
f32 log(f32 a) {
  return with_nan(static_cast<f32>(__builtin_log2(static_cast<double>(flush(a)))), a);
}
/// The operand counts full turns.
f32 turns(f32 a) { return a - __builtin_truncf(a); }
constexpr double kTurn = 6.283185307179586476925286766559;
f32 sin(f32 a) {
  return with_nan(static_cast<f32>(__builtin_sin(static_cast<double>(turns(a)) * kTurn)), a);
}
f32 cos(f32 a) {
  return with_nan(static_cast<f32>(__builtin_cos(static_cast<double>(turns(a)) * kTurn)), a);
}

// --- division: V_DIV_SCALE, V_DIV_FMAS, V_DIV_FIXUP. The manuals' pseudocode cannot be what the
// hardware does: it scales a huge denominator up, into infinity, and V_DIV_FMAS always by the same
// power. Tests of others on RDNA 3 show V_DIV_FMAS scaling up if the addend is 2 or more and down
// otherwise, by the power that V_DIV_SCALE uses; with that, and a huge denominator scaled down,
// every quotient comes out correctly rounded.
bool subnormal(f32 a) { return exponent(a) == 0 && a != 0; }
WithCarry<f32> div_scale(f32 a, f32 denominator, f32 numerator) {
  if (numerator == 0 || denominator == 0) return {float_of(0x7fc00000), true};
  const bool is_denominator = bits_of(a) == bits_of(denominator);
  const bool is_numerator = bits_of(a) == bits_of(numerator);
  const int distance =
      static_cast<int>(exponent(numerator)) - static_cast<int>(exponent(denominator));
  const bool tiny_reciprocal = exponent(denominator) >= 253 && exponent(denominator) < 255;
  const bool tiny_quotient = distance <= -126;
  if (distance >= 96) return {is_denominator ? ldexp(a, 64) : a, true};
  if (subnormal(denominator)) return {ldexp(a, 64), false};
  if (tiny_reciprocal && tiny_quotient) return {is_denominator ? ldexp(a, -64) : a, true};
  if (tiny_reciprocal) return {ldexp(a, -64), false};
  if (tiny_quotient) return {is_numerator ? ldexp(a, 64) : a, true};
  if (exponent(numerator) <= 23) return {ldexp(a, 64), false};
  return {a, false};
}
/// The scaled sum is rounded once, also where it is subnormal.
f32 div_fmas(f32 a, f32 b, f32 c, bool scaled) {
  if (!scaled) return fma(a, b, c);
  const double sum = static_cast<double>(a) * static_cast<double>(b) + static_cast<double>(c);
  const bool up = exponent(c) > 127;
  return with_nan(static_cast<f32>(sum * (up ? 0x1p64 : 0x1p-64)), a, b, c);
}
f32 div_fixup(f32 quotient, f32 denominator, f32 numerator) {
  const bool negative = sign_of(denominator) != sign_of(numerator);
  const auto with_sign = [&](u32 magnitude) {
    return float_of(magnitude | (negative ? 0x80000000 : 0));
  };
  if (is_nan(numerator)) return quiet(numerator);
  if (is_nan(denominator)) return quiet(denominator);
  if (denominator == 0 && numerator == 0) return invalid(quotient);
  if (is_inf(denominator) && is_inf(numerator)) return invalid(quotient);
  if (denominator == 0 || is_inf(numerator)) return with_sign(0x7f800000);
  if (is_inf(denominator) || numerator == 0) return with_sign(0);
  const int distance =
      static_cast<int>(exponent(numerator)) - static_cast<int>(exponent(denominator));
  if (distance < -150) return with_sign(0);
  // A quotient that the approximation could not reach overflowed.
  if (is_nan(quotient)) return with_sign(0x7f800000);
  return with_sign(bits_of(quotient) & 0x7fffffff);
}

constexpr Instruction kRows[] = {
    valu<add>("v_add_f32"),
    valu<sub>("v_sub_f32"),
    valu<subrev>("v_subrev_f32"),
    valu<mul>("v_mul_f32"),
    valu<mul_dx9_zero>("v_mul_dx9_zero_f32"),
    valu<fma>("v_fma_f32"),
    valu<fma_dx9_zero>("v_fma_dx9_zero_f32"),
    valu<fma>("v_fmac_f32", On::both, kAccumulate),
    valu<fma_dx9_zero>("v_fmac_dx9_zero_f32", On::both, kAccumulate),
    valu<fma>("v_fmamk_f32", On::both, kLiteralMiddle),
    valu<fma>("v_fmaak_f32", On::both, kLiteralLast),

    valu<min_gfx11>("v_min_f32", On::gfx11),
    valu<max_gfx11>("v_max_f32", On::gfx11),
    valu<min3_gfx11>("v_min3_f32", On::gfx11),
    valu<max3_gfx11>("v_max3_f32", On::gfx11),
    valu<med3_gfx11>("v_med3_f32", On::gfx11),
    valu<maxmin_gfx11>("v_maxmin_f32", On::gfx11),
    valu<minmax_gfx11>("v_minmax_f32", On::gfx11),
    valu<min_number>("v_min_num_f32", On::gfx12),
    valu<max_number>("v_max_num_f32", On::gfx12),
    valu<min3_number>("v_min3_num_f32", On::gfx12),
    valu<max3_number>("v_max3_num_f32", On::gfx12),
    valu<med3_number>("v_med3_num_f32", On::gfx12),
    valu<maxmin_number>("v_maxmin_num_f32", On::gfx12),
    valu<minmax_number>("v_minmax_num_f32", On::gfx12),
    valu<minimum_f32>("v_minimum_f32", On::gfx12),
    valu<maximum_f32>("v_maximum_f32", On::gfx12),
    valu<minimum3>("v_minimum3_f32", On::gfx12),
    valu<maximum3>("v_maximum3_f32", On::gfx12),
    valu<maximumminimum>("v_maximumminimum_f32", On::gfx12),
    valu<minimummaximum>("v_minimummaximum_f32", On::gfx12),

    valu<trunc>("v_trunc_f32"),
    valu<ceil>("v_ceil_f32"),
    valu<floor>("v_floor_f32"),
    valu<rndne>("v_rndne_f32"),
    valu<fract>("v_fract_f32"),
    valu<ldexp>("v_ldexp_f32"),
    valu<frexp_exp>("v_frexp_exp_i32_f32"),
    valu<frexp_mant>("v_frexp_mant_f32"),
    valu<cmp_class>("v_cmp_class_f32"),
    compare_exec<cmp_class>("v_cmpx_class_f32"),

    valu<rcp>("v_rcp_f32"),
    valu<rcp>("v_rcp_iflag_f32"),
    valu<sqrt>("v_sqrt_f32"),
    valu<rsq>("v_rsq_f32"),
    valu<exp>("v_exp_f32"),
    valu<log>("v_log_f32"),
    valu<sin>("v_sin_f32"),
    valu<cos>("v_cos_f32"),

    valu<div_scale>("v_div_scale_f32"),
    valu<div_fmas>("v_div_fmas_f32", On::both, kReadsVcc),
    valu<div_fixup>("v_div_fixup_f32"),
};

}  // namespace

Instructions float_rows() { return kRows; }

}  // namespace tilewright::emu::TW_HOST
