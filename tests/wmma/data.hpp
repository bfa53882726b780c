// Data for fuzzing: codes of a factor type and accumulators of many kinds, most of them nasty.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <random>

#include "emu/wmma/forms.hpp"

namespace tilewright::emu::wmma {

using Random = std::mt19937_64;

enum class DataKind : uint8_t {
  bits,           ///< any bits
  finite,         ///< any number
  normal,         ///< N(0, 1), rounded to the type
  scaled,         ///< N(0, 1) times a power of two that depends on the row
  ones,           ///< 1 and -1
  ones_zeros,     ///< 1, -1, 0, -0
  integers,       ///< small ones
  powers,         ///< of two, positive and negative, over the type's whole range
  two_scales,     ///< few significand bits at the ends of the exponent range
  subnormals,     ///< and zeros
  specials,       ///< the type's corners, infinities and NaNs included
  sparse_nasty,   ///< N(0, 1) with a special here and there
  sparse,         ///< zeros of both signs, and N(0, 1) here and there
  spread,         ///< significands of N(0, 1), exponents far apart
  fractions,      ///< small multiples of 1, 1/2, … 1/16
  tiny_powers,    ///< 1 and its negative powers of two, both signs
  ragged,         ///< significands of any number of bits, exponents close together
  wide_integers,  ///< of up to 11 bits, most of them positive, so that sums are large
};
inline constexpr int data_kind_count = 18;

/// Draws one code. `row` lets kinds depend on the row or column.
[[nodiscard]] uint32_t draw_factor(Random& random, DataKind kind, FactorType type, int row);

enum class AccumulatorKind : uint8_t {
  zero,
  zeros,     ///< of both signs
  bits,      ///< any bits
  normal,    ///< N(0, 1)
  integers,  ///< small ones
  large,     ///< near overflow
  tiny,      ///< subnormals and their neighbours
  residues,  ///< zero, one or two of F16's smallest units, of both signs
  corners,   ///< infinities, NaNs, extremes
  hundreds,  ///< N(0, 300²)
  millions,  ///< integers up to 2^25, F16: up to 2^15
};
inline constexpr int accumulator_kind_count = 11;

[[nodiscard]] uint32_t draw_accumulator(Random& random, AccumulatorKind kind, AccumulatorType type);

/// To nearest even; exact where the value is a number of the type.
[[nodiscard]] uint32_t encode(FactorType type, double value);
[[nodiscard]] uint32_t encode(AccumulatorType type, double value);

}  // namespace tilewright::emu::wmma
