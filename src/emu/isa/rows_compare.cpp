// v_cmp and v_cmpx (ISA manuals, "VOPC Instructions"). An ordered comparison with a NaN is false,
// its negation (v_cmp_nlt …) true.
// SPDX-License-Identifier: MIT
#include "emu/isa/half.hpp"
#include "emu/isa/host.hpp"
#include "emu/isa/lanes.hpp"

namespace tilewright::emu::TW_HOST {
namespace {

template <class T>
bool lt(T a, T b) {
  return a < b;
}
template <class T>
bool eq(T a, T b) {
  return a == b;
}
template <class T>
bool le(T a, T b) {
  return a <= b;
}
template <class T>
bool gt(T a, T b) {
  return a > b;
}
template <class T>
bool ne(T a, T b) {
  return a != b;
}
template <class T>
bool ge(T a, T b) {
  return a >= b;
}
/// Less or greater: unequal and ordered.
template <class T>
bool lg(T a, T b) {
  return a < b || a > b;
}
template <class T>
bool ordered(T a, T b) {
  return !is_nan(a) && !is_nan(b);
}
template <class T>
bool unordered(T a, T b) {
  return is_nan(a) || is_nan(b);
}
template <class T>
bool nge(T a, T b) {
  return !(a >= b);
}
template <class T>
bool nlg(T a, T b) {
  return !lg(a, b);
}
template <class T>
bool ngt(T a, T b) {
  return !(a > b);
}
template <class T>
bool nle(T a, T b) {
  return !(a <= b);
}
template <class T>
bool nlt(T a, T b) {
  return !(a < b);
}

/// Halves compare as the floats they are.
template <bool (*kCompare)(float, float)>
bool half(Half a, Half b) {
  return kCompare(widen(a), widen(b));
}

constexpr Instruction kRows[] = {
#define TW_COMPARE(name, function) \
  valu<function>("v_cmp_" name), compare_exec<function>("v_cmpx_" name)
#define TW_COMPARE_INTEGER(type, T)                                                            \
  TW_COMPARE("lt_" type, lt<T>), TW_COMPARE("eq_" type, eq<T>), TW_COMPARE("le_" type, le<T>), \
      TW_COMPARE("gt_" type, gt<T>), TW_COMPARE("ne_" type, ne<T>), TW_COMPARE("ge_" type, ge<T>)
#define TW_COMPARE_FLOAT(type, F)                                                                  \
  TW_COMPARE("lt_" type, F(lt)), TW_COMPARE("eq_" type, F(eq)), TW_COMPARE("le_" type, F(le)),     \
      TW_COMPARE("gt_" type, F(gt)), TW_COMPARE("lg_" type, F(lg)), TW_COMPARE("ge_" type, F(ge)), \
      TW_COMPARE("o_" type, F(ordered)), TW_COMPARE("u_" type, F(unordered)),                      \
      TW_COMPARE("nge_" type, F(nge)), TW_COMPARE("nlg_" type, F(nlg)),                            \
      TW_COMPARE("ngt_" type, F(ngt)), TW_COMPARE("nle_" type, F(nle)),                            \
      TW_COMPARE("neq_" type, F(ne)), TW_COMPARE("nlt_" type, F(nlt))
#define TW_F32(f) f<float>
#define TW_F64(f) f<double>
#define TW_F16(f) half<f<float>>
    TW_COMPARE_INTEGER("i16", int16_t), TW_COMPARE_INTEGER("u16", uint16_t),
    TW_COMPARE_INTEGER("i32", int32_t), TW_COMPARE_INTEGER("u32", uint32_t),
    TW_COMPARE_INTEGER("i64", int64_t), TW_COMPARE_INTEGER("u64", uint64_t),
    TW_COMPARE_FLOAT("f16", TW_F16),    TW_COMPARE_FLOAT("f32", TW_F32),
    TW_COMPARE_FLOAT("f64", TW_F64),
};

}  // namespace

Instructions compare_rows() { return kRows; }

}  // namespace tilewright::emu::TW_HOST
