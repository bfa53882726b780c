// Scalar ALU instructions on floats: gfx11.5 and gfx12 (ISA manual of RDNA 4, "SOP1, SOP2, SOPC
// Instructions"). They follow MODE's round and denorm fields.
// SPDX-License-Identifier: MIT
#include "emu/isa/convert_lanes.hpp"
#include "emu/isa/float_mode.hpp"
#include "emu/isa/rows.hpp"
#include "emu/isa/scalars.hpp"

namespace tilewright::emu {
namespace {

using namespace scalar_alu;
using f32 = float;
using u32 = uint32_t;
using i32 = int32_t;

f32 add(f32 a, f32 b) { return with_nan(a + b, a, b); }
f32 sub(f32 a, f32 b) { return with_nan(a - b, a, b); }
f32 mul(f32 a, f32 b) { return with_nan(a * b, a, b); }
f32 fma(f32 a, f32 b, f32 c) { return with_nan(__builtin_fmaf(a, b, c), a, b, c); }
f32 fmac(f32 a, f32 b, Old<f32> c) { return fma(a, b, c.value); }
f32 min_gfx11(f32 a, f32 b, Mode mode) { return min_mode(a, b, mode.ieee()); }
f32 max_gfx11(f32 a, f32 b, Mode mode) { return max_mode(a, b, mode.ieee()); }
f32 min_number(f32 a, f32 b) { return min_num(a, b); }
f32 max_number(f32 a, f32 b) { return max_num(a, b); }
f32 minimum_f32(f32 a, f32 b) { return minimum(a, b); }
f32 maximum_f32(f32 a, f32 b) { return maximum(a, b); }
f32 trunc(f32 a) { return with_nan(__builtin_truncf(a), a); }
f32 ceil(f32 a) { return with_nan(__builtin_ceilf(a), a); }
f32 floor(f32 a) { return with_nan(__builtin_floorf(a), a); }
f32 rndne(f32 a) { return with_nan(__builtin_roundevenf(a), a); }

Half cvt_f16_f32(f32 a, Mode mode) { return narrow(a, mode); }
f32 cvt_f32_f16(Half a) { return is_nan(a) ? quiet(widen(a)) : widen(a); }
f32 cvt_hi_f32_f16(u32 a) { return cvt_f32_f16(Half{static_cast<uint16_t>(a >> 16)}); }

/// A binary operation on halves done in f32 and rounded once.
template <f32 (*kFunction)(f32, f32)>
Half half2(Half a, Half b, Mode mode) {
  return narrow(kFunction(widen(a), widen(b)), mode);
}
template <f32 (*kFunction)(f32)>
Half half1(Half a) {
  return narrow(kFunction(widen(a)), false);
}
Half fmac_half(Half a, Half b, Old<Half> c, Mode mode) {
  const f32 x = widen(a), y = widen(b), z = widen(c.value);
  const double sum = static_cast<double>(x) * static_cast<double>(y) + static_cast<double>(z);
  if (is_nan(sum)) return narrow(with_nan(float_of(0x7fc00000), x, y, z), false);
  return narrow_double(sum, mode);
}
Half min_half_gfx11(Half a, Half b, Mode mode) {
  return narrow(min_mode(widen(a), widen(b), mode.ieee()), false);
}
Half max_half_gfx11(Half a, Half b, Mode mode) {
  return narrow(max_mode(widen(a), widen(b), mode.ieee()), false);
}

bool lt(f32 a, f32 b) { return a < b; }
bool eq(f32 a, f32 b) { return a == b; }
bool le(f32 a, f32 b) { return a <= b; }
bool gt(f32 a, f32 b) { return a > b; }
bool lg(f32 a, f32 b) { return a < b || a > b; }
bool ge(f32 a, f32 b) { return a >= b; }
bool ordered(f32 a, f32 b) { return !is_nan(a) && !is_nan(b); }
bool unordered(f32 a, f32 b) { return is_nan(a) || is_nan(b); }
bool nge(f32 a, f32 b) { return !(a >= b); }
bool nlg(f32 a, f32 b) { return !lg(a, b); }
bool ngt(f32 a, f32 b) { return !(a > b); }
bool nle(f32 a, f32 b) { return !(a <= b); }
bool neq(f32 a, f32 b) { return !(a == b); }
bool nlt(f32 a, f32 b) { return !(a < b); }
template <bool (*kCompare)(f32, f32)>
bool half(Half a, Half b) {
  return kCompare(widen(a), widen(b));
}

// --- MODE
f32 flushed(f32 value, const Denormals& denormals, Denormals::Side side) {
  const bool subnormal = (bits_of(value) & 0x7f800000) == 0;
  return subnormal && !denormals.keeps(Type::f32, side) ? float_of(bits_of(value) & 0x80000000)
                                                        : value;
}
Half flushed(Half value, const Denormals& denormals, Denormals::Side side) {
  const bool subnormal = (value.bits & 0x7c00) == 0;
  if (!subnormal || denormals.keeps(Type::f16, side)) return value;
  return Half{static_cast<uint16_t>(value.bits & 0x8000)};
}
template <class T>
Old<T> flushed(Old<T> old, const Denormals& denormals, Denormals::Side side) {
  return {flushed(old.value, denormals, side)};
}
/// Integers, MODE, comparisons' results.
template <class T>
T flushed(T value, const Denormals&, Denormals::Side) {
  return value;
}

template <auto kFunction, class Signature = decltype(kFunction)>
struct InMode;

/// A row's handler with MODE's rounding and flushing around the function.
template <auto kFunction, class R, class... Args>
struct InMode<kFunction, R (*)(Args...)> {
  using Lone = Scalar<kFunction>;

  template <size_t... kIndex>
  static R call(R (*function)(Args...), const Wave& w, const Uop& u, const Denormals& denormals,
                std::index_sequence<kIndex...>) {
    return function(flushed(Parameter<Args>::get(w, u, Lone::source_of(kIndex)), denormals,
                            Denormals::Side::input)...);
  }
  static void run(Wave& w, const Uop& u) {
    if ((w.mode & kModeFloatMask) == kModeFloatDefault) return Lone::run(w, u);
    const Denormals denormals(w.mode);
    R (*function)(Args...) = kFunction;
    asm("" : "+r"(function));  // an unknown function stays within the host's rounding
    const R result = [&] {
      const HostRounding rounding(w.mode, Outcome<R>::type);
      return call(function, w, u, denormals, std::index_sequence_for<Args...>{});
    }();
    Outcome<R>::put(w, u, flushed(result, denormals, Denormals::Side::output));
  }
};
template <auto kFunction>
constexpr Instruction in_mode(Instruction row) {
  row.run = InMode<kFunction>::run;
  return row;
}
template <auto kFunction>
constexpr Instruction one(std::string_view name, On on = On::both) {
  return in_mode<kFunction>(sop1<kFunction>(name, on));
}
template <auto kFunction>
constexpr Instruction two(std::string_view name, On on = On::both, unsigned flags = 0) {
  return in_mode<kFunction>(sop2<kFunction>(name, on, flags));
}
template <auto kFunction>
constexpr Instruction compare(std::string_view name) {
  return in_mode<kFunction>(sopc<kFunction>(name));
}

constexpr Instruction kRows[] = {
    two<add>("s_add_f32"),
    two<sub>("s_sub_f32"),
    two<mul>("s_mul_f32"),
    two<fmac>("s_fmac_f32"),
    two<fma>("s_fmamk_f32", On::both, kLiteralMiddle),
    two<fma>("s_fmaak_f32", On::both, kLiteralLast),
    two<min_gfx11>("s_min_f32", On::gfx11),
    two<max_gfx11>("s_max_f32", On::gfx11),
    two<min_number>("s_min_num_f32", On::gfx12),
    two<max_number>("s_max_num_f32", On::gfx12),
    two<minimum_f32>("s_minimum_f32", On::gfx12),
    two<maximum_f32>("s_maximum_f32", On::gfx12),
    one<trunc>("s_trunc_f32"),
    one<ceil>("s_ceil_f32"),
    one<floor>("s_floor_f32"),
    one<rndne>("s_rndne_f32"),

    two<half2<add>>("s_add_f16"),
    two<half2<sub>>("s_sub_f16"),
    two<half2<mul>>("s_mul_f16"),
    two<fmac_half>("s_fmac_f16"),
    two<min_half_gfx11>("s_min_f16", On::gfx11),
    two<max_half_gfx11>("s_max_f16", On::gfx11),
    two<half2<min_number>>("s_min_num_f16", On::gfx12),
    two<half2<max_number>>("s_max_num_f16", On::gfx12),
    two<half2<minimum_f32>>("s_minimum_f16", On::gfx12),
    two<half2<maximum_f32>>("s_maximum_f16", On::gfx12),
    one<half1<trunc>>("s_trunc_f16"),
    one<half1<ceil>>("s_ceil_f16"),
    one<half1<floor>>("s_floor_f16"),
    one<half1<rndne>>("s_rndne_f16"),

    one<cvt_f32_i32>("s_cvt_f32_i32"),
    one<cvt_f32_u32>("s_cvt_f32_u32"),
    one<cvt_i32_f32>("s_cvt_i32_f32"),
    one<cvt_u32_f32>("s_cvt_u32_f32"),
    one<cvt_f16_f32>("s_cvt_f16_f32"),
    one<cvt_f32_f16>("s_cvt_f32_f16"),
    one<cvt_hi_f32_f16>("s_cvt_hi_f32_f16"),
    two<cvt_pk_rtz_f16_f32>("s_cvt_pk_rtz_f16_f32"),

#define TW_COMPARE(name, function) \
  compare<function>("s_cmp_" name "_f32"), compare<half<function>>("s_cmp_" name "_f16")
    TW_COMPARE("lt", lt),
    TW_COMPARE("eq", eq),
    TW_COMPARE("le", le),
    TW_COMPARE("gt", gt),
    TW_COMPARE("lg", lg),
    TW_COMPARE("ge", ge),
    TW_COMPARE("o", ordered),
    TW_COMPARE("u", unordered),
    TW_COMPARE("nge", nge),
    TW_COMPARE("nlg", nlg),
    TW_COMPARE("ngt", ngt),
    TW_COMPARE("nle", nle),
    TW_COMPARE("neq", neq),
    TW_COMPARE("nlt", nlt),
};

}  // namespace

Instructions scalar_float_rows() { return kRows; }

}  // namespace tilewright::emu
