// SPDX-License-Identifier: MIT
#include "reference.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace tilewright::test::reference {
namespace {

float f(uint32_t bits) { return __builtin_bit_cast(float, bits); }
double d(uint64_t bits) { return __builtin_bit_cast(double, bits); }
uint32_t u(float value) { return __builtin_bit_cast(uint32_t, value); }
uint64_t u64(double value) { return __builtin_bit_cast(uint64_t, value); }

/// libm's functions, out of reach of the compiler's own idea of them.
float (*const volatile fused)(float, float, float) = std::fma;
double (*const volatile fused64)(double, double, double) = std::fma;

uint64_t nan_of64(uint64_t a, uint64_t b = 0, uint64_t c = 0) {
  for (const uint64_t x : {a, b, c}) {
    if (is_nan64(x)) return x | 0x0008000000000000;
  }
  return 0xfff8000000000000;
}

uint32_t half_nan_of(uint32_t a, uint32_t b, uint32_t c) {
  for (const uint32_t x : {a, b, c}) {
    if (half_is_nan(x)) return x | 0x200;
  }
  return 0xfe00;
}

}  // namespace

bool half_is_nan(uint32_t bits) { return (bits & 0x7c00) == 0x7c00 && (bits & 0x3ff) != 0; }
bool half_is_inf(uint32_t bits) { return (bits & 0x7fff) == 0x7c00; }

double half_value(uint32_t bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const int fraction = static_cast<int>(bits & 0x3ff);
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

uint32_t half_from_fixed(__int128 numerator, bool negative_zero, bool saturate) {
  const bool negative = numerator < 0 || (numerator == 0 && negative_zero);
  unsigned __int128 magnitude = numerator < 0 ? -numerator : numerator;
  const uint32_t sign = negative ? 0x8000 : 0;
  int top = -1;
  for (int i = 0; i < 127; ++i) {
    if ((magnitude >> i & 1) != 0) top = i;
  }
  if (top < 0) return sign;
  // The value is magnitude * 2^-48; its lowest kept bit weighs 2^(top-10-48), or 2^-24 if the
  // result is subnormal.
  int drop = top - 10;
  if (drop < 24) drop = 24;
  unsigned __int128 kept = magnitude >> drop;
  const unsigned __int128 rest = magnitude - (kept << drop);
  const unsigned __int128 half = static_cast<unsigned __int128>(1) << (drop - 1);
  if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
  if (kept == 2048) {
    kept = 1024;
    ++drop;
  }
  const int exponent = kept >= 1024 ? drop - 24 + 1 : 0;
  if (exponent >= 31) return sign | (saturate ? 0x7bff : 0x7c00);
  return sign | static_cast<uint32_t>(exponent) << 10 | (static_cast<uint32_t>(kept) & 0x3ff);
}

uint32_t half_from_double(double value, bool saturate) {
  const uint32_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isinf(value)) return sign | 0x7c00;
  const double magnitude = std::fabs(value);
  if (magnitude >= 65520) return sign | (saturate ? 0x7bff : 0x7c00);
  int exponent = 0;
  (void)std::frexp(magnitude, &exponent);
  const int unit = std::max(exponent - 11, -24);
  const double kept = std::nearbyint(std::ldexp(magnitude, -unit));
  const double rounded = std::ldexp(kept, unit);
  if (rounded == 0) return sign;
  if (rounded > 65504) return sign | (saturate ? 0x7bff : 0x7c00);
  (void)std::frexp(rounded, &exponent);
  if (exponent < -13) return sign | static_cast<uint32_t>(std::ldexp(rounded, 24));
  const auto fraction = static_cast<uint32_t>(std::ldexp(rounded, 11 - exponent)) - 1024;
  return sign | static_cast<uint32_t>(exponent + 14) << 10 | fraction;
}

uint32_t half_fma(uint32_t a, uint32_t b, uint32_t c, bool saturate) {
  const double x = half_value(a), y = half_value(b), z = half_value(c);
  const double rough = x * y + z;
  if (std::isnan(rough)) return half_nan_of(a, b, c);
  if (std::isinf(x) || std::isinf(y) || std::isinf(z)) return rough > 0 ? 0x7c00 : 0xfc00;
  const auto fixed = [](double v) { return static_cast<__int128>(std::ldexp(v, 24)); };
  const __int128 sum = fixed(x) * fixed(y) + (fixed(z) << 24);
  const bool product_negative = std::signbit(x) != std::signbit(y);
  return half_from_fixed(sum, product_negative && std::signbit(z), saturate);
}
uint32_t half_add(uint32_t a, uint32_t b, bool saturate) {
  if (half_is_nan(a) || half_is_nan(b)) return half_nan_of(a, b, 0);
  return half_fma(a, 0x3c00, b, saturate);
}
uint32_t half_mul(uint32_t a, uint32_t b, bool saturate) {
  if (half_is_nan(a) || half_is_nan(b)) return half_nan_of(a, b, 0);
  // Adding a zero of the product's sign changes nothing.
  return half_fma(a, b, (a ^ b) & 0x8000, saturate);
}

bool is_nan(uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }
bool is_nan64(uint64_t bits) { return (bits & 0x7fffffffffffffff) > 0x7ff0000000000000; }

uint32_t nan_of(uint32_t a, uint32_t b, uint32_t c) {
  for (const uint32_t x : {a, b, c}) {
    if (is_nan(x)) return x | 0x00400000;
  }
  return 0xffc00000;
}
uint32_t add(uint32_t a, uint32_t b) {
  const double sum = static_cast<double>(f(a)) + static_cast<double>(f(b));
  return std::isnan(sum) ? nan_of(a, b) : u(static_cast<float>(sum));
}
uint32_t mul(uint32_t a, uint32_t b) {
  const double product = static_cast<double>(f(a)) * static_cast<double>(f(b));
  return std::isnan(product) ? nan_of(a, b) : u(static_cast<float>(product));
}
uint32_t fma(uint32_t a, uint32_t b, uint32_t c) {
  const float result = fused(f(a), f(b), f(c));
  return std::isnan(result) ? nan_of(a, b, c) : u(result);
}

uint64_t add64(uint64_t a, uint64_t b) {
  const double sum = d(a) + d(b);
  return std::isnan(sum) ? nan_of64(a, b) : u64(sum);
}
uint64_t mul64(uint64_t a, uint64_t b) {
  const double product = d(a) * d(b);
  return std::isnan(product) ? nan_of64(a, b) : u64(product);
}
uint64_t fma64(uint64_t a, uint64_t b, uint64_t c) {
  const double result = fused64(d(a), d(b), d(c));
  return std::isnan(result) ? nan_of64(a, b, c) : u64(result);
}

int compare_total(double a, double b) {
  if (a != b) return a < b ? -1 : 1;
  return static_cast<int>(std::signbit(b)) - static_cast<int>(std::signbit(a));
}

}  // namespace tilewright::test::reference
