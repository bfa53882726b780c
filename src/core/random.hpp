// Test data from a seed. Element i depends on seed, stream and i alone, so the data is the same for
// any number of threads, and part of it can be made without the rest.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace tilewright {

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection that scatters its argument.
[[nodiscard]] constexpr uint64_t splitmix64(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/// Fills with binary16 +1 and -1, equally likely. `stream` separates arrays of one seed.
void fill_signs(std::span<uint16_t> out, uint64_t seed, uint64_t stream, unsigned threads = 0);

/// Fills with N(0,1) rounded to binary16 (Box-Muller in double).
void fill_normal(std::span<uint16_t> out, uint64_t seed, uint64_t stream, unsigned threads = 0);

}  // namespace tilewright
