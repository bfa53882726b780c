// What the tests of the ladder share: a rung, a shape, a target, and the verdict.
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "arch/targets.hpp"
#include "bench/run.hpp"

namespace tilewright::test {

/// Which kernel runs where, on what.
struct Case {
  const Target* target = nullptr;
  const Rung* rung = nullptr;
  bench::Shape shape;
  bench::Data data = bench::Data::pm1;
  unsigned threads = 2;
  std::span<const std::byte> image = {};  ///< the product's own if empty
};

/// A rung and a target that has the instructions it needs.
struct Pair {
  Rung rung;
  Target target;
};
/// For GoogleTest, which would print the bytes.
void PrintTo(const Pair& pair, std::ostream* to);
/// All of them, of one precision.
[[nodiscard]] std::vector<Pair> pairs(Precision precision);
/// "tw_fp16_rung_8_gfx1201", for names of tests.
[[nodiscard]] std::string name_of(const testing::TestParamInfo<Pair>& info);

/// Runs and judges. A device that cannot be opened is a failure of the calling test.
[[nodiscard]] bench::RungResult run(const Case& what);

/// C as the kernel left it, without a judge. A launch that fails is a failure of the calling test.
[[nodiscard]] bench::Codes product(const Case& what);

/// Why a result is not exact, for messages of tests.
[[nodiscard]] std::string why(const bench::RungResult& result);

}  // namespace tilewright::test
