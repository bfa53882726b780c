// What C must be, and whether it is. No tolerance is tuned anywhere:
//
//  - A and B of ±1 on RDNA 4: C equals the integer product.
//  - A and B of ±1 on RDNA 3: C equals the instruction chain evaluated on the host, bit for bit,
//  and
//    that differs from the integer product by 2^-23 at most. (There each product whose sign opposes
//    the accumulator's costs 2^-24, and a step has two: 2 - 1 - 1 leaves -2^-23. Next to an integer
//    other than 0 that is rounded away.)
//  (FP8 accumulates in binary32 and exists on RDNA 4 only: with ±1 it is the first case.)
//  - Other data: C equals the instruction chain, bit for bit, and that differs from the float64
//    product by at most the bound derived in float_reference.hpp.
//
// FP8's chain is a hypothesis (chain.hpp). An element that is not the chain's is therefore compared
// with the float64 product itself, and wrong only if it is beyond the bound.
//
// What has to do with the chain alone is checked once, when the expected matrix is made; each
// kernel's C is then compared with that matrix, code by code.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arch/targets.hpp"
#include "bench/codes.hpp"
#include "bench/operands.hpp"

namespace tilewright::bench {

/// An element of C that is not what it must be.
struct Mismatch {
  uint32_t row = 0;
  uint32_t column = 0;
  uint32_t expected = 0;  ///< codes
  uint32_t got = 0;
  Precision precision = Precision::fp16;
};

/// "C[3, 17] is -4 (0xc400), must be 2 (0x4000)"
[[nodiscard]] std::string describe(const Mismatch& mismatch);

struct Verdict {
  uint64_t mismatches = 0;
  uint64_t off_chain = 0;  ///< FP8 only: within the bound of float64, but not the chain's bits
  std::optional<Mismatch> first;  ///< in C's memory order: by column, then by row
};

/// How far the expected matrix is from the float64 product, where that was asked.
struct Float64Comparison {
  double max_error = 0;
  double max_share_of_bound = 0;  ///< 1 is the bound itself
};

struct Expected {
  Codes c;  ///< m x n, column-major
  std::optional<Float64Comparison> float64;
};

class Judge {
 public:
  /// `operands` must outlive the judge. `threads`: 0 is all cores.
  Judge(const Operands& operands, Data data, Family family, unsigned threads);

  /// Made at the first call for that `executed_k` and kept. Errors: the chain breaks its own bound,
  /// which is a mistake in the arithmetic, not in a kernel.
  [[nodiscard]] Result<const Expected*> expected(uint32_t executed_k);

  /// `c` is m x n, column-major.
  [[nodiscard]] Result<Verdict> check(const Codes& c, uint32_t executed_k);

 private:
  [[nodiscard]] Expected integers() const;
  [[nodiscard]] Result<Expected> chain_near_integers(uint32_t executed_k) const;
  [[nodiscard]] Result<Expected> chain_near_float64(uint32_t executed_k) const;

  [[nodiscard]] float value(uint32_t code) const;
  /// Whether what is not the chain's may still be right: FP8 of other data than ±1.
  [[nodiscard]] bool chain_is_a_hypothesis() const {
    return data_ != Data::pm1 && operands_.formats.precision == Precision::fp8;
  }

  const Operands& operands_;
  Data data_;
  Family family_;
  unsigned threads_;
  std::map<uint32_t, Expected> known_;  ///< by executed_k
};

}  // namespace tilewright::bench
