// Infinities and NaNs: the results of a step that need no arithmetic.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "emu/wmma/factor.hpp"

namespace tilewright::emu::wmma {

/// The NaN of a step with a NaN factor, whatever the factor's sign and payload.
inline constexpr uint32_t diagnostic_nan = 0xffc00a3d;
/// The NaN of inf * 0 and of inf - inf.
inline constexpr uint32_t default_nan = 0xffc00000;

/// The result as F32 bits, if there is one; `c` is the accumulator as F32. In this order:
///  1. a NaN factor gives the diagnostic NaN;
///  2. inf * 0 among the products, or infinite products of both signs, gives the default NaN;
///  3. a NaN in C is made quiet and kept: rules 1 and 2 win over it;
///  4. an infinite product or C is the result; the default NaN if there are both signs.
/// With 8-bit factors the diagnostic NaN takes the place of the default one.
[[nodiscard]] std::optional<uint32_t> special_result(int factor_width, std::span<const Factor> a,
                                                     std::span<const Factor> b, uint32_t c);

}  // namespace tilewright::emu::wmma
