// No false alarm: every rung on every target, on shapes that fit and shapes that do not.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "watched.hpp"

namespace tilewright {
namespace {

struct Pair {
  Rung rung;
  Target target;
};

std::vector<Pair> pairs() {
  std::vector<Pair> all;
  for (const Rung& rung : rungs) {
    for (const Target& target : targets) {
      if (has(target.family, rung.precision)) all.push_back({rung, target});
    }
  }
  return all;
}

class Sound : public testing::TestWithParam<Pair> {};

INSTANTIATE_TEST_SUITE_P(Strict, Sound, testing::ValuesIn(pairs()), [](const auto& info) {
  return std::string(info.param.rung.kernel) + "_" + info.param.target.name;
});

TEST_P(Sound, Whole) {
  const auto& [rung, target] = GetParam();
  const bench::Shape shape{2 * rung.tile.block_m, 2 * rung.tile.block_n, 4 * rung.tile.block_k};
  const auto seen = test::watch(target, rung, shape);
  EXPECT_TRUE(seen.silent()) << seen.text();
}

TEST_P(Sound, Ragged) {
  const auto& [rung, target] = GetParam();
  if (!rung.any_shape) GTEST_SKIP() << "takes whole tiles only";
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
