// Floating-point arithmetic to compare with, written from the formats and in wider types, and
// sharing nothing with the code under test.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright::test::reference {

// --- binary16
[[nodiscard]] double half_value(uint32_t bits);
/// `numerator` * 2^-48 rounded to nearest even; `negative_zero` is the sign of an exact zero.
[[nodiscard]] uint32_t half_from_fixed(__int128 numerator, bool negative_zero, bool saturate);
[[nodiscard]] uint32_t half_from_double(double value, bool saturate);
[[nodiscard]] bool half_is_nan(uint32_t bits);
[[nodiscard]] bool half_is_inf(uint32_t bits);
/// a * b + c, with NaNs as the hardware gives them.
[[nodiscard]] uint32_t half_fma(uint32_t a, uint32_t b, uint32_t c, bool saturate = false);
[[nodiscard]] uint32_t half_add(uint32_t a, uint32_t b, bool saturate = false);
[[nodiscard]] uint32_t half_mul(uint32_t a, uint32_t b, bool saturate = false);

// --- binary32: the operation in a wider type, one rounding, the hardware's NaNs
[[nodiscard]] uint32_t add(uint32_t a, uint32_t b);
[[nodiscard]] uint32_t mul(uint32_t a, uint32_t b);
[[nodiscard]] uint32_t fma(uint32_t a, uint32_t b, uint32_t c);
/// What an operation gives for its NaN operands: the first one, quieted, or else the NaN of an
/// invalid operation.
[[nodiscard]] uint32_t nan_of(uint32_t a, uint32_t b = 0, uint32_t c = 0);
[[nodiscard]] bool is_nan(uint32_t bits);

// --- binary64
[[nodiscard]] uint64_t add64(uint64_t a, uint64_t b);
[[nodiscard]] uint64_t mul64(uint64_t a, uint64_t b);
[[nodiscard]] uint64_t fma64(uint64_t a, uint64_t b, uint64_t c);
[[nodiscard]] bool is_nan64(uint64_t bits);

/// -1, 0, 1 with -0 below +0; no NaNs.
[[nodiscard]] int compare_total(double a, double b);

}  // namespace tilewright::test::reference
