// No false alarm: every rung on every target, on shapes that fit and shapes that do not.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "watched.hpp"

namespace tilewright {
namespace {

struct Pair {
  Rung rung;
  Target target;
};

std::string name(const Pair& pair) {
  return std::string(pair.rung.kernel) + "_" + pair.target.name;
}

// For GoogleTest.
[[maybe_unused]] void PrintTo(const Pair& pair, std::ostream* out) { *out << name(pair); }

/// What exists; with `any_shape`, only rungs that take shapes other than whole tiles.
std::vector<Pair> pairs(bool any_shape) {
  std::vector<Pair> all;
  for (const Rung& rung : rungs) {
    for (const Target& target : targets) {
      if (!has(target.family, rung.precision)) continue;
      if (rung.any_shape || !any_shape) all.push_back({rung, target});
    }
  }
  return all;
}

class Whole : public testing::TestWithParam<Pair> {};
INSTANTIATE_TEST_SUITE_P(Strict, Whole, testing::ValuesIn(pairs(false)),
                         [](const auto& info) { return name(info.param); });

class Ragged : public testing::TestWithParam<Pair> {};
INSTANTIATE_TEST_SUITE_P(Strict, Ragged, testing::ValuesIn(pairs(true)),
                         [](const auto& info) { return name(info.param); });

TEST_P(Whole, IsSilent) {
  const auto& [rung, target] = GetParam();
  const bench::Shape shape{2 * rung.tile.block_m, 2 * rung.tile.block_n, 4 * rung.tile.block_k};
  const auto seen = test::watch(target, rung, shape);
  EXPECT_TRUE(seen.silent()) << seen.text();
}

TEST_P(Ragged, IsSilent) {
  const auto& [rung, target] = GetParam();
  for (const bench::Shape shape : {bench::Shape{1, 1, 1},
                                   {17, 33, 1},
                                   {131, 97, 133},
                                   {40, 24, 63},
                                   {300, 50, 72},
                                   {1, 130, 65},
                                   {130, 1, 7}}) {
    const auto seen = test::watch(target, rung, shape);
    EXPECT_TRUE(seen.silent()) << bench::text(shape) << "\n" << seen.text();
  }
}

}  // namespace
}  // namespace tilewright
