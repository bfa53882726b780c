// script/hopper-bench check must run every kernel of rungs 9 and up: which one a rung takes depends
// on the shape, and a kernel that no shape reaches would be timed, or shipped, unchecked.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "hopper_product.hpp"
#include "ladder/hopper/launch.hpp"

namespace tilewright::hopper {
namespace {

struct NamedWidths {
  const char* name;
  Widths widths;
};
constexpr NamedWidths kWidths[] = {
    {"16 bits, f32 sums", {.element = 2, .result = 2, .sum = 4}},
    {"f16 sums", {.element = 2, .result = 2, .sum = 2}},
    {"FP8 to 32 bits", {.element = 1, .result = 4, .sum = 4}},
    {"FP8 to 16 bits", {.element = 1, .result = 2, .sum = 4}},
};

/// The shapes of the script's function `check`.
std::vector<GemmArgs> checked_shapes() {
  std::ifstream file(TW_HOPPER_BENCH);
  const std::string script{std::istreambuf_iterator<char>(file), {}};
  const size_t begin = script.find("\ncheck() {");
  const size_t end = script.find("\n}", begin);
  std::vector<GemmArgs> shapes;
  if (begin == std::string::npos || end == std::string::npos) return shapes;
  const std::string body = script.substr(begin, end - begin);
  const std::regex shape(R"((\d+)x(\d+)x(\d+))");
  for (std::sregex_iterator at(body.begin(), body.end(), shape), last; at != last; ++at) {
    shapes.push_back(product(std::stoi((*at)[1]), std::stoi((*at)[2]), std::stoi((*at)[3])));
  }
  return shapes;
}

TEST(HopperBenchCheck, RunsEveryKernel) {
  const std::vector<GemmArgs> shapes = checked_shapes();
  ASSERT_FALSE(shapes.empty());
  for (const NamedWidths& types : kWidths) {
    std::set<std::string> taken;
    bool shared = false;
    for (const GemmArgs& gemm : shapes) {
      if (!can_launch(types.widths, gemm)) continue;
      for (const TmaKernel& kernel : tma_kernels) {
        const TmaKernel* const chosen =
            choose_kernel(kernel.rung, types.widths, gemm, kMultiprocessors);
        taken.insert(chosen->stem);
        shared =
            shared ||
            launch_of(chosen->tile, types.widths, gemm, kMultiprocessors).args.shared_tiles > 0;
      }
    }
    for (const TmaKernel& kernel : tma_kernels) {
      EXPECT_TRUE(taken.contains(kernel.stem)) << kernel.stem << ", " << types.name;
    }
    EXPECT_TRUE(shared) << types.name << ": no tiles are divided along K";
  }
}

}  // namespace
}  // namespace tilewright::hopper
