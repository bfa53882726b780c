// VALU instructions on f64 and 64-bit integers. v_rcp_f64, v_rsq_f64 and v_sqrt_f64 are rough
// approximations on the hardware, refined by code; here they are correctly rounded.
// SPDX-License-Identifier: MIT
#include "emu/isa/float_bits.hpp"
#include "emu/isa/host.hpp"
#include "emu/isa/lanes.hpp"

namespace tilewright::emu::TW_HOST {
namespace {

using f64 = double;
using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;
using i64 = int64_t;

u64 lshlrev_b64(u32 a, u64 b) { return b << (a & 63); }
u64 lshrrev_b64(u32 a, u64 b) { return b >> (a & 63); }
i64 ashrrev_i64(u32 a, i64 b) { return b >> (a & 63); }

f64 add(f64 a, f64 b) { return with_nan(a + b, a, b); }
f64 mul(f64 a, f64 b) { return with_nan(a * b, a, b); }
f64 fma(f64 a, f64 b, f64 c) { return with_nan(__builtin_fma(a, b, c), a, b, c); }
f64 min_gfx11(f64 a, f64 b, Mode mode) { return min_mode(a, b, mode.ieee()); }
f64 max_gfx11(f64 a, f64 b, Mode mode) { return max_mode(a, b, mode.ieee()); }
f64 min_number(f64 a, f64 b) { return min_num(a, b); }
f64 max_number(f64 a, f64 b) { return max_num(a, b); }
f64 minimum_f64(f64 a, f64 b) { return minimum(a, b); }
f64 maximum_f64(f64 a, f64 b) { return maximum(a, b); }

f64 trunc(f64 a) { return with_nan(__builtin_trunc(a), a); }
f64 ceil(f64 a) { return with_nan(__builtin_ceil(a), a); }
f64 floor(f64 a) { return with_nan(__builtin_floor(a), a); }
f64 rndne(f64 a) { return with_nan(__builtin_roundeven(a), a); }
f64 fract(f64 a) {
  const f64 difference = a - __builtin_floor(a);
  return with_nan(difference >= 1 ? 0x1.fffffffffffffp-1 : difference, a);
}
unsigned exponent(f64 a) { return static_cast<unsigned>(bits_of(a) >> 52) & 0x7ff; }
f64 ldexp(f64 a, i32 power) {
  const i32 bounded = power < -3000 ? -3000 : power > 3000 ? 3000 : power;
  return with_nan(__builtin_ldexp(a, bounded), a);
}
i32 frexp_exp(f64 a) {
  if (exponent(a) == 2047 || a == 0) return 0;
  int power = 0;
  (void)__builtin_frexp(a, &power);
  return power;
}
f64 frexp_mant(f64 a) {
  if (exponent(a) == 2047 || a == 0) return with_nan(a, a);
  int ignored = 0;
  return __builtin_frexp(a, &ignored);
}
bool cmp_class(f64 a, u32 classes) {
  const bool fraction = (bits_of(a) & 0xfffffffffffff) != 0;
  return (classes >> class_of(a, exponent(a), fraction, 2047) & 1) != 0;
}

f64 rcp(f64 a) { return with_nan(1.0 / a, a); }
f64 sqrt(f64 a) { return with_nan(__builtin_sqrt(a), a); }
f64 rsq(f64 a) { return with_nan(1.0 / __builtin_sqrt(a), a); }

// --- division: V_DIV_SCALE, V_DIV_FMAS, V_DIV_FIXUP. The manuals' pseudocode cannot be what the
// hardware does: it scales a huge denominator up, into infinity, and V_DIV_FMAS always by the same
// power. Tests of others on RDNA 3 show V_DIV_FMAS scaling up if the addend is 2 or more and down
// otherwise, by the power that V_DIV_SCALE uses; with that, and a huge denominator scaled down,
// every quotient comes out correctly rounded.
bool subnormal(f64 a) { return exponent(a) == 0 && a != 0; }
WithCarry<f64> div_scale(f64 a, f64 denominator, f64 numerator) {
  if (numerator == 0 || denominator == 0) return {double_of(0x7ff8000000000000), true};
  const bool is_denominator = bits_of(a) == bits_of(denominator);
  const bool is_numerator = bits_of(a) == bits_of(numerator);
  const int distance =
      static_cast<int>(exponent(numerator)) - static_cast<int>(exponent(denominator));
  const bool tiny_reciprocal = exponent(denominator) >= 2045 && exponent(denominator) < 2047;
  const bool tiny_quotient = distance <= -1022;
  if (distance >= 768) return {is_denominator ? ldexp(a, 128) : a, true};
  if (subnormal(denominator)) return {ldexp(a, 128), false};
  if (tiny_reciprocal && tiny_quotient) return {is_denominator ? ldexp(a, -128) : a, true};
  if (tiny_reciprocal) return {ldexp(a, -128), false};
  if (tiny_quotient) return {is_numerator ? ldexp(a, 128) : a, true};
  if (exponent(numerator) <= 53) return {ldexp(a, 128), false};
  return {a, false};
}
/// The scaled sum is rounded once, also where it is subnormal.
f64 div_fmas(f64 a, f64 b, f64 c, bool scaled) {
  if (!scaled) return fma(a, b, c);
  __extension__ using f128 = __float128;
  const f128 sum = static_cast<f128>(a) * static_cast<f128>(b) + static_cast<f128>(c);
  const bool up = exponent(c) > 1023;
  const f128 scale = up ? 0x1p128 : 0x1p-128;
  return with_nan(static_cast<f64>(sum * scale), a, b, c);
}
f64 div_fixup(f64 quotient, f64 denominator, f64 numerator) {
  const bool negative = sign_of(denominator) != sign_of(numerator);
  const auto with_sign = [&](u64 magnitude) {
    return double_of(magnitude | (negative ? u64{1} << 63 : 0));
  };
  if (is_nan(numerator)) return quiet(numerator);
  if (is_nan(denominator)) return quiet(denominator);
  if (denominator == 0 && numerator == 0) return invalid(quotient);
  if (is_inf(denominator) && is_inf(numerator)) return invalid(quotient);
  if (denominator == 0 || is_inf(numerator)) return with_sign(0x7ff0000000000000);
  if (is_inf(denominator) || numerator == 0) return with_sign(0);
  const int distance =
      static_cast<int>(exponent(numerator)) - static_cast<int>(exponent(denominator));
  if (distance < -1075) return with_sign(0);
  // A quotient that the approximation could not reach overflowed.
  if (is_nan(quotient)) return with_sign(0x7ff0000000000000);
  return with_sign(bits_of(quotient) & 0x7fffffffffffffff);
}

constexpr Instruction kRows[] = {
    valu<lshlrev_b64>("v_lshlrev_b64"),
    valu<lshrrev_b64>("v_lshrrev_b64"),
    valu<ashrrev_i64>("v_ashrrev_i64"),

    valu<add>("v_add_f64"),
    valu<mul>("v_mul_f64"),
    valu<fma>("v_fma_f64"),
    valu<min_gfx11>("v_min_f64", On::gfx11),
    valu<max_gfx11>("v_max_f64", On::gfx11),
    valu<min_number>("v_min_num_f64", On::gfx12),
    valu<max_number>("v_max_num_f64", On::gfx12),
    valu<minimum_f64>("v_minimum_f64", On::gfx12),
    valu<maximum_f64>("v_maximum_f64", On::gfx12),
    valu<trunc>("v_trunc_f64"),
    valu<ceil>("v_ceil_f64"),
    valu<floor>("v_floor_f64"),
    valu<rndne>("v_rndne_f64"),
    valu<fract>("v_fract_f64"),
    valu<ldexp>("v_ldexp_f64"),
    valu<frexp_exp>("v_frexp_exp_i32_f64"),
    valu<frexp_mant>("v_frexp_mant_f64"),
    valu<cmp_class>("v_cmp_class_f64"),
    compare_exec<cmp_class>("v_cmpx_class_f64"),
    valu<rcp>("v_rcp_f64"),
    valu<sqrt>("v_sqrt_f64"),
    valu<rsq>("v_rsq_f64"),
    valu<div_scale>("v_div_scale_f64"),
    valu<div_fmas>("v_div_fmas_f64", On::both, kReadsVcc),
    valu<div_fixup>("v_div_fixup_f64"),
};

}  // namespace

Instructions wide_rows() { return kRows; }

}  // namespace tilewright::emu::TW_HOST
