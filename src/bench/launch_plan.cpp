// SPDX-License-Identifier: MIT
#include "bench/launch_plan.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "core/grouped.hpp"

namespace tilewright::bench {
namespace {

const char* first_rung_for_any_shape() {
  return std::ranges::find_if(rungs, [](const Rung& rung) { return rung.any_shape; })->id;
}

std::string count(int64_t value) { return grouped(static_cast<uint64_t>(value)); }

/// "a, b and c"
std::string listed(const std::vector<std::string>& items) {
  if (items.size() == 1) return items.front();
  return fmt::format("{} and {}", fmt::join(items.begin(), items.end() - 1, ", "), items.back());
}

Result<void> whole_tiles(const Rung& rung, const Shape& shape) {
  std::vector<std::string> odd;
  const auto require = [&](char name, int32_t extent, int block) {
    if (extent % block != 0)
      odd.push_back(fmt::format("{}={} is no multiple of {}", name, count(extent), block));
  };
  require('M', shape.m, rung.tile.block_m);
  require('N', shape.n, rung.tile.block_n);
  require('K', shape.k, rung.tile.block_k);
  if (odd.empty()) return {};
  return fail("takes whole tiles only: {}; rung {} and those after it take any shape", listed(odd),
              first_rung_for_any_shape());
}

Result<void> addressable(const Tile& tile, int bytes, int bytes_of_result, const Shape& shape) {
  const int64_t most_k = std::min(most_lda(tile, bytes), most_ldb(tile, bytes));
  if (shape.k > most_k) {
    return fail(
        "K={} is too long: 31-bit offsets reach {} rows of at most {} elements; split the product "
        "along K",
        count(shape.k), std::max(tile.block_m, tile.block_n), count(most_k));
  }
  const int64_t most_m = most_ldc(tile, bytes_of_result);
  if (shape.m > most_m) {
    return fail(
        "M={} is too long: 31-bit offsets reach {} columns of C of at most {} elements; split the "
        "product along M",
        count(shape.m), tile.block_n, count(most_m));
  }
  return {};
}

}  // namespace

Result<LaunchPlan> plan_launch(const Rung& rung, const Shape& shape) {
  if (!rung.any_shape) {
    if (Result<void> fits = whole_tiles(rung, shape); !fits) return tl::unexpected(fits.error());
  }
  return plan_tile(rung.tile, operand_bytes(rung.precision), result_bytes(rung.precision), shape);
}

Result<LaunchPlan> plan_tile(const Tile& tile, int bytes_of_operand, int bytes_of_result,
                             const Shape& shape) {
  const Result<void> fits = addressable(tile, bytes_of_operand, bytes_of_result, shape);
  if (!fits) return tl::unexpected(fits.error());

  // HIP counts a launch's work-items per dimension in 32 bits.
  const int64_t blocks = grid_blocks(tile, shape.m, shape.n);
  const int64_t most_blocks = int64_t{0xffffffff} / threads(tile);
  if (blocks > most_blocks) {
    return fail("needs {} workgroups, one launch has at most {}; split the product along N",
                count(blocks), count(most_blocks));
  }
  const int64_t slices = (int64_t{shape.k} + tile.block_k - 1) / tile.block_k;
  const int64_t wmmas_per_slice =
      int64_t{tile.waves_m} * tile.waves_n * tiles_m(tile) * tiles_n(tile) * k_steps(tile);
  return LaunchPlan{.workgroups = static_cast<uint32_t>(blocks),
                    .threads = static_cast<uint32_t>(threads(tile)),
                    .executed_k = static_cast<uint32_t>(slices * tile.block_k),
                    .wmmas = static_cast<uint64_t>(blocks * slices * wmmas_per_slice)};
}

}  // namespace tilewright::bench
