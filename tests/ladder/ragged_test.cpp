// Shapes that do not fit the tile. C lies between guard zones and is poisoned beforehand; A and B
// are exactly as large as they must be, so that any access outside is reported.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "ladder/bench.hpp"
#include "ladder/rdna/rungs.hpp"

namespace tilewright {
namespace {

using test::name_of;
using test::Pair;
using test::pairs;

std::vector<bench::Shape> ragged_shapes() {
  std::vector<bench::Shape> shapes = {{1, 1, 1}, {17, 33, 1}, {128, 96, 64}};
  for (const int d : {-1, 1}) {  // one off in each dimension
    shapes.push_back({128 + d, 96, 64});
    shapes.push_back({128, 96 + d, 64});
    shapes.push_back({128, 96, 64 + d});
  }
  for (const int k : {1, 7, 8, 15, 63, 64, 65, 100}) shapes.push_back({40, 24, k});
  shapes.push_back({1, 130, 65});  // a single row, a single column
  shapes.push_back({130, 1, 65});
  shapes.push_back({300, 50, 72});  // M and N unlike, both ways
  shapes.push_back({50, 300, 72});
  shapes.push_back({1200, 200, 20});  // a short last group of rows of blocks
  return shapes;
}

/// The pairs whose rung takes any shape.
std::vector<Pair> any_shape(Precision precision) {
  std::vector<Pair> chosen = pairs(precision);
  std::erase_if(chosen, [](const Pair& pair) { return !pair.rung.any_shape; });
  return chosen;
}

class Ragged : public testing::TestWithParam<Pair> {};

INSTANTIATE_TEST_SUITE_P(Fp16, Ragged, testing::ValuesIn(any_shape(Precision::fp16)), name_of);
INSTANTIATE_TEST_SUITE_P(Fp8, Ragged, testing::ValuesIn(any_shape(Precision::fp8)), name_of);

TEST_P(Ragged, ShapesAreExact) {
  const auto& [rung, target] = GetParam();
  for (const bench::Shape& shape : ragged_shapes()) {
    const auto result = test::run({&target, &rung, shape});
    EXPECT_TRUE(result.exact()) << bench::text(shape) << ": " << test::why(result);
  }
}

TEST_P(Ragged, RealDataFollowsTheInstructionChain) {
  const auto& [rung, target] = GetParam();
  for (const bench::Shape shape : {bench::Shape{1, 1, 1}, {131, 97, 133}, {50, 300, 65}}) {
    const auto result = test::run({&target, &rung, shape, bench::Data::normal});
    EXPECT_TRUE(result.exact()) << bench::text(shape) << ": " << test::why(result);
  }
}

TEST(RungsOfWholeTiles, RefuseOtherShapesInASentence) {
  const auto result = test::run({&targets[2], find_rung("2"), {256, 257, 16}});
  ASSERT_TRUE(result.refused);
  EXPECT_NE(result.refused->find("N=257"), std::string::npos) << *result.refused;
  EXPECT_NE(result.refused->find("256"), std::string::npos) << *result.refused;
  EXPECT_NE(result.refused->find("rung 4"), std::string::npos) << *result.refused;
}

}  // namespace
}  // namespace tilewright
