// VALU instructions on f16, alone, in pairs (v_pk_*) and mixed with f32 (v_fma_mix*). A sum or
// product of halves is exact enough in f32, and a fused one in f64, that rounding it to f16 at the
// end equals rounding once (half.hpp).
// SPDX-License-Identifier: MIT
#include "emu/isa/half.hpp"
#include "emu/isa/host.hpp"
#include "emu/isa/lanes.hpp"

namespace tilewright::emu::TW_HOST {
namespace {

using f32 = float;
using f64 = double;

Half round_to_half(f32 value, Mode mode) { return narrow(value, mode); }

// --- arithmetic
Half add(Half a, Half b, Mode mode) {
  const f32 x = widen(a), y = widen(b);
  return round_to_half(with_nan(x + y, x, y), mode);
}
Half sub(Half a, Half b, Mode mode) {
  const f32 x = widen(a), y = widen(b);
  return round_to_half(with_nan(x - y, x, y), mode);
}
Half subrev(Half a, Half b, Mode mode) {
  const f32 x = widen(a), y = widen(b);
  return round_to_half(with_nan(y - x, x, y), mode);
}
Half mul(Half a, Half b, Mode mode) {
  const f32 x = widen(a), y = widen(b);
  return round_to_half(with_nan(x * y, x, y), mode);
}
Half fma(Half a, Half b, Half c, Mode mode) {
  const f32 x = widen(a), y = widen(b), z = widen(c);
  const f64 sum = static_cast<f64>(x) * static_cast<f64>(y) + static_cast<f64>(z);
  const Half rounded = narrow_double(sum, mode);
  const f32 nan = with_nan(float_of(0x7fc00000), x, y, z);
  return is_nan(sum) ? narrow(nan, false) : rounded;
}

// --- minimum, maximum
f32 quieted(f32 value) { return is_nan(value) ? quiet(value) : value; }
/// A choice between the operands, which are halves already.
Half chosen(f32 value) { return narrow(value, false); }
Half min_gfx11(Half a, Half b, Mode mode) {
  return chosen(min_mode(widen(a), widen(b), mode.ieee()));
}
Half max_gfx11(Half a, Half b, Mode mode) {
  return chosen(max_mode(widen(a), widen(b), mode.ieee()));
}
Half min3_gfx11(Half a, Half b, Half c, Mode mode) {
  return min_gfx11(min_gfx11(a, b, mode), c, mode);
}
Half max3_gfx11(Half a, Half b, Half c, Mode mode) {
  return max_gfx11(max_gfx11(a, b, mode), c, mode);
}
Half maxmin_gfx11(Half a, Half b, Half c, Mode mode) {
  return min_gfx11(max_gfx11(a, b, mode), c, mode);
}
Half minmax_gfx11(Half a, Half b, Half c, Mode mode) {
  return max_gfx11(min_gfx11(a, b, mode), c, mode);
}
Half min_number(Half a, Half b) { return chosen(min_num(widen(a), widen(b))); }
Half max_number(Half a, Half b) { return chosen(max_num(widen(a), widen(b))); }
Half min3_number(Half a, Half b, Half c) { return min_number(min_number(a, b), c); }
Half max3_number(Half a, Half b, Half c) { return max_number(max_number(a, b), c); }
Half maxmin_number(Half a, Half b, Half c) { return min_number(max_number(a, b), c); }
Half minmax_number(Half a, Half b, Half c) { return max_number(min_number(a, b), c); }
Half median(Half a, Half b, Half c) {
  return max_number(min_number(a, b), min_number(max_number(a, b), c));
}
Half med3_gfx11(Half a, Half b, Half c, Mode mode) {
  return is_nan(a) || is_nan(b) || is_nan(c) ? min3_gfx11(a, b, c, mode) : median(a, b, c);
}
Half med3_number(Half a, Half b, Half c) {
  return is_nan(a) || is_nan(b) || is_nan(c) ? min3_number(a, b, c) : median(a, b, c);
}
Half minimum_f16(Half a, Half b) { return chosen(minimum(widen(a), widen(b))); }
Half maximum_f16(Half a, Half b) { return chosen(maximum(widen(a), widen(b))); }
Half minimum3(Half a, Half b, Half c) { return minimum_f16(minimum_f16(a, b), c); }
Half maximum3(Half a, Half b, Half c) { return maximum_f16(maximum_f16(a, b), c); }
Half maximumminimum(Half a, Half b, Half c) { return minimum_f16(maximum_f16(a, b), c); }
Half minimummaximum(Half a, Half b, Half c) { return maximum_f16(minimum_f16(a, b), c); }

// --- rounding to integral values, pieces of a number
Half trunc(Half a) { return chosen(quieted(__builtin_truncf(widen(a)))); }
Half ceil(Half a) { return chosen(quieted(__builtin_ceilf(widen(a)))); }
Half floor(Half a) { return chosen(quieted(__builtin_floorf(widen(a)))); }
Half rndne(Half a) { return chosen(quieted(__builtin_roundevenf(widen(a)))); }
/// In [0, 1): the largest half below 1 where the difference rounds up to it.
Half fract(Half a, Mode mode) {
  const f32 x = widen(a);
  const Half difference = narrow(with_nan(x - __builtin_floorf(x), x), mode);
  return difference.bits == 0x3c00 ? Half{0x3bff} : difference;
}
Half ldexp(Half a, int16_t power, Mode mode) {
  const int bounded = power < -100 ? -100 : power > 100 ? 100 : power;
  return round_to_half(quieted(__builtin_ldexpf(widen(a), bounded)), mode);
}
bool has_exponent(f32 a) { return a != 0 && !is_nan(a) && !is_inf(a); }
int16_t frexp_exp(Half a) {
  const f32 x = widen(a);
  int power = 0;
  if (has_exponent(x)) (void)__builtin_frexpf(x, &power);
  return static_cast<int16_t>(power);
}
Half frexp_mant(Half a) {
  const f32 x = widen(a);
  int ignored = 0;
  return chosen(has_exponent(x) ? __builtin_frexpf(x, &ignored) : quieted(x));
}
bool cmp_class(Half a, uint16_t classes) {
  const unsigned exponent = a.bits >> 10 & 31;
  return (classes >> class_of(widen(a), exponent, (a.bits & 0x3ff) != 0, 31) & 1) != 0;
}

// --- approximations: correctly rounded here, as for f32 (rows_float.cpp); subnormals are kept
Half from_double(f64 value, f32 x, Mode mode) {
  return is_nan(value) ? narrow(with_nan(float_of(0x7fc00000), x), false)
                       : narrow_double(value, mode);
}
Half rcp(Half a, Mode mode) {
  const f32 x = widen(a);
  return from_double(1.0 / static_cast<f64>(x), x, mode);
}
Half sqrt(Half a, Mode mode) {
  const f32 x = widen(a);
  return from_double(__builtin_sqrt(static_cast<f64>(x)), x, mode);
}
Half rsq(Half a, Mode mode) {
  const f32 x = widen(a);
  return from_double(1.0 / __builtin_sqrt(static_cast<f64>(x)), x, mode);
}
Half exp(Half a, Mode mode) {
  const f32 x = widen(a);
  return from_double(__builtin_exp2(static_cast<f64>(x)), x, mode);
}
Half log(Half a, Mode mode) {
  const f32 x = widen(a);
  return from_double(__builtin_log2(static_cast<f64>(x)), x, mode);
}
constexpr f64 kTurn = 6.283185307179586476925286766559;
f64 turns(f32 a) { return static_cast<f64>(a - __builtin_truncf(a)) * kTurn; }
Half sin(Half a, Mode mode) {
  const f32 x = widen(a);
  return from_double(__builtin_sin(turns(x)), x, mode);
}
Half cos(Half a, Mode mode) {
  const f32 x = widen(a);
  return from_double(__builtin_cos(turns(x)), x, mode);
}
Half div_fixup(Half quotient, Half denominator, Half numerator) {
  const auto sign = static_cast<uint16_t>((denominator.bits ^ numerator.bits) & 0x8000);
  const auto zero = [](Half h) { return (h.bits & 0x7fff) == 0; };
  const auto with_sign = [&](unsigned magnitude) {
    return Half{static_cast<uint16_t>(sign | magnitude)};
  };
  if (is_nan(numerator)) return quiet(numerator);
  if (is_nan(denominator)) return quiet(denominator);
  if (zero(denominator) && zero(numerator)) return Half{0xfe00};
  if (is_inf(denominator) && is_inf(numerator)) return Half{0xfe00};
  if (zero(denominator) || is_inf(numerator)) return with_sign(0x7c00);
  if (is_inf(denominator) || zero(numerator)) return with_sign(0);
  return with_sign(quotient.bits & 0x7fff);
}

// --- mixed
f32 fma_mix(f32 a, f32 b, f32 c) { return with_nan(__builtin_fmaf(a, b, c), a, b, c); }
/// The f32 sum is rounded once more to f16 (ISA manuals, V_FMA_MIXLO_F16).
Half fma_mix_half(f32 a, f32 b, f32 c, Mode mode) { return round_to_half(fma_mix(a, b, c), mode); }

template <auto kFunction>
constexpr Instruction mixed(std::string_view name, unsigned flags = 0) {
  return Lanes<kFunction>::row(name, On::both, Shape::mix, flags);
}

constexpr Instruction kRows[] = {
    valu<add>("v_add_f16"),
    valu<sub>("v_sub_f16"),
    valu<subrev>("v_subrev_f16"),
    valu<mul>("v_mul_f16"),
    valu<fma>("v_fma_f16"),
    valu<fma>("v_fmac_f16", On::both, kAccumulate),
    valu<fma>("v_fmamk_f16", On::both, kLiteralMiddle),
    valu<fma>("v_fmaak_f16", On::both, kLiteralLast),

    valu<min_gfx11>("v_min_f16", On::gfx11),
    valu<max_gfx11>("v_max_f16", On::gfx11),
    valu<min3_gfx11>("v_min3_f16", On::gfx11),
    valu<max3_gfx11>("v_max3_f16", On::gfx11),
    valu<med3_gfx11>("v_med3_f16", On::gfx11),
    valu<maxmin_gfx11>("v_maxmin_f16", On::gfx11),
    valu<minmax_gfx11>("v_minmax_f16", On::gfx11),
    valu<min_number>("v_min_num_f16", On::gfx12),
    valu<max_number>("v_max_num_f16", On::gfx12),
    valu<min3_number>("v_min3_num_f16", On::gfx12),
    valu<max3_number>("v_max3_num_f16", On::gfx12),
    valu<med3_number>("v_med3_num_f16", On::gfx12),
    valu<maxmin_number>("v_maxmin_num_f16", On::gfx12),
    valu<minmax_number>("v_minmax_num_f16", On::gfx12),
    valu<minimum_f16>("v_minimum_f16", On::gfx12),
    valu<maximum_f16>("v_maximum_f16", On::gfx12),
    valu<minimum3>("v_minimum3_f16", On::gfx12),
    valu<maximum3>("v_maximum3_f16", On::gfx12),
    valu<maximumminimum>("v_maximumminimum_f16", On::gfx12),
    valu<minimummaximum>("v_minimummaximum_f16", On::gfx12),

    valu<trunc>("v_trunc_f16"),
    valu<ceil>("v_ceil_f16"),
    valu<floor>("v_floor_f16"),
    valu<rndne>("v_rndne_f16"),
    valu<fract>("v_fract_f16"),
    valu<ldexp>("v_ldexp_f16"),
    valu<frexp_exp>("v_frexp_exp_i16_f16"),
    valu<frexp_mant>("v_frexp_mant_f16"),
    valu<cmp_class>("v_cmp_class_f16"),
    compare_exec<cmp_class>("v_cmpx_class_f16"),

    valu<rcp>("v_rcp_f16"),
    valu<sqrt>("v_sqrt_f16"),
    valu<rsq>("v_rsq_f16"),
    valu<exp>("v_exp_f16"),
    valu<log>("v_log_f16"),
    valu<sin>("v_sin_f16"),
    valu<cos>("v_cos_f16"),
    valu<div_fixup>("v_div_fixup_f16"),

    packed<add>("v_pk_add_f16"),
    packed<mul>("v_pk_mul_f16"),
    packed<fma>("v_pk_fma_f16"),
    packed<fma>("v_pk_fmac_f16", On::both, kAccumulate),
    packed<min_gfx11>("v_pk_min_f16", On::gfx11),
    packed<max_gfx11>("v_pk_max_f16", On::gfx11),
    packed<min_number>("v_pk_min_num_f16", On::gfx12),
    packed<max_number>("v_pk_max_num_f16", On::gfx12),
    packed<minimum_f16>("v_pk_minimum_f16", On::gfx12),
    packed<maximum_f16>("v_pk_maximum_f16", On::gfx12),

    mixed<fma_mix>("v_fma_mix_f32"),
    mixed<fma_mix_half>("v_fma_mixlo_f16"),
    mixed<fma_mix_half>("v_fma_mixhi_f16", kHighHalf),
};

}  // namespace

Instructions half_rows() { return kRows; }

}  // namespace tilewright::emu::TW_HOST
