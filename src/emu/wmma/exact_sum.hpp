// Hypothesis H5 of the FP8 forms: all products and C added exactly, one rounding to F32.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "emu/wmma/step.hpp"

namespace tilewright::emu::wmma {

/// Special values as in `dot_step`. The factors must be 8-bit ones.
[[nodiscard]] uint32_t exact_sum_f32(const StepRules& rules, std::span<const uint32_t> a,
                                     std::span<const uint32_t> b, uint32_t c);

}  // namespace tilewright::emu::wmma
