// Runs one VALU instruction over special and random lane values, with all and with some lanes
// active, and compares every lane with a reference.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "machine.hpp"

namespace tilewright::test {

/// What the interesting values of an operand are.
enum class Draw : uint8_t { i16, i32, i64, f16, f32, f64, shift, pk_f16 };

struct Sources {
  uint64_t a = 0, b = 0, c = 0;
  uint64_t old = 0;   ///< the destination before
  bool mask = false;  ///< the lane's bit of VCC
  unsigned lane = 0;
};

/// Sources are v[2:3], v[4:5], v[6:7], the destination v[0:1].
struct Sweep {
  std::string arch;
  std::string text;
  std::vector<Draw> sources;
  std::function<uint64_t(const Sources&)> expected;
  unsigned result_bits = 32;  ///< 16: the low half, the upper one is kept
  uint32_t mode = ~0u;        ///< ~0: HSA's default
  /// Compares results; by default bits.
  std::function<bool(uint64_t got, uint64_t want)> equal{};
};
void check(const Sweep& sweep);

/// The same for a compare or carry output in VCC.
void check_mask(const std::string& arch, const std::string& text, const std::vector<Draw>& sources,
                const std::function<bool(const Sources&)>& expected);

}  // namespace tilewright::test
