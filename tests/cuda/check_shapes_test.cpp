// script/hopper-bench check must run every kernel of rungs 9 and up: which one a rung takes depends
// on the shape, and a kernel that no shape reaches would be timed, or shipped, unchecked.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <string_view>
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

/// What a CTA with rung 22's tile has to do between one tile and the next depends on the heights of
/// both, and on whether TMA can store the first.
TEST(HopperBenchCheck, ChangesRung22sTilesInEveryWay) {
  constexpr TmaTile tile = tma_tile("22_192");
  for (const NamedWidths& types : kWidths) {
    std::set<std::string> ways;
    for (const GemmArgs& gemm : checked_shapes()) {
      if (!can_launch(types.widths, gemm)) continue;
      if (choose_kernel("22", types.widths, gemm, kMultiprocessors)->stem !=
          std::string_view("22_192")) {
        continue;
      }
      const Launch launch = launch_of(tile, types.widths, gemm, kMultiprocessors);
      Plan plan{launch.args.strips, ceil_div(gemm.n, tile.block_n), 1};
      plan.units = launch.args.units;
      plan.taller = launch.args.taller;
      const int clusters = launch.grid / tile.cluster;
      for (int index = 0; index + clusters < plan.tiles(); ++index) {
        const auto strip_of = [&](int at) {
          return place_of<tile.group_m>(at, plan.tiles_m, plan.tiles_n).m * tile.cluster;
        };
        for (int cta = 0; cta < tile.cluster; ++cta) {
          const int strip = strip_of(index) + cta;
          const int next = strip_of(index + clusters) + cta;
          const bool in_boxes = tma_can_reach(gemm.c, gemm.ldc, types.widths.result) &&
                                (gemm.m * types.widths.result % 16 == 0 ||
                                 gemm.m - plan.first_unit(strip) * square >= tile.block_m);
          ways.insert(in_boxes ? std::to_string(plan.units_of(strip) * square) + " to " +
                                     std::to_string(plan.units_of(next) * square)
                               : "directly");
        }
      }
    }
    for (const char* way : {"192 to 192", "184 to 184", "192 to 184", "directly"}) {
      EXPECT_TRUE(ways.contains(way)) << way << ", " << types.name;
    }
  }
}

}  // namespace
}  // namespace tilewright::hopper
