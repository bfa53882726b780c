// One element of D: the chain of a whole instruction on plain codes, no registers.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "emu/wmma/forms.hpp"

namespace tilewright::emu::wmma {

/// `a` and `b` are the factors' codes in the order of addition. `c` and the result have the
/// accumulator's width.
[[nodiscard]] uint32_t float_element(const ChainRules& rules, std::span<const uint32_t> a,
                                     std::span<const uint32_t> b, uint32_t c);

struct IntegerRules {
  Family family = Family::gfx12;
  int width = 8;  ///< bits of a factor
  bool a_signed = false;
  bool b_signed = false;
  bool clamp = false;
};

/// `a` and `b` are raw fields by position in K.
[[nodiscard]] uint32_t integer_element(const IntegerRules& rules, std::span<const uint32_t> a,
                                       std::span<const uint32_t> b, uint32_t c);

}  // namespace tilewright::emu::wmma
