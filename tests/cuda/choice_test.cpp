// Which kernel a rung takes for a product, and what a launch needs: the host's side of rungs 9 and
// up, worked out without a GPU. The choices are those of the model of cycles and power that an
// H200's figures gave (docs/hopper-worklog.md), and those that types or a small product leave.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>

#include "hopper_product.hpp"
#include "ladder/hopper/launch.hpp"

namespace tilewright::hopper {
namespace {

constexpr Widths kBf16{.element = 2, .result = 2, .sum = 4};
constexpr Widths kFp8ToF32{.element = 1, .result = 4, .sum = 4};

std::string chosen(const char* rung, const Widths& widths, const GemmArgs& gemm) {
  const TmaKernel* const kernel = choose_kernel(rung, widths, gemm, kMultiprocessors);
  return kernel == nullptr ? "" : kernel->stem;
}

TEST(ChoiceOfTile, IsTheOneThatTheModelTakes) {
  EXPECT_EQ(chosen("18", kBf16, product(8192, 8192, 8192)), "18_256_balanced");
  EXPECT_EQ(chosen("18", kBf16, product(2048, 2048, 2048)), "18_128_alone");
  EXPECT_EQ(chosen("18", kFp8ToF32, product(8192, 8192, 8192)), "18_200");
  EXPECT_EQ(chosen("18", kFp8ToF32, product(4096, 4096, 4096)), "18_128_alone");
  EXPECT_EQ(chosen("20", kBf16, product(8192, 8192, 8192)), "20_256");
  EXPECT_EQ(chosen("20", kBf16, product(2048, 2048, 2048)), "20_256");
  EXPECT_EQ(chosen("20", kFp8ToF32, product(8192, 8192, 8192)), "20_200");
  EXPECT_EQ(chosen("20", kBf16, product(512, 512, 512)), "20_128");
  EXPECT_EQ(chosen("21", kBf16, product(8192, 8192, 8192)), "21_256");
  EXPECT_EQ(chosen("21", kFp8ToF32, product(8192, 8192, 8192)), "21_192");
  EXPECT_EQ(chosen("21", kFp8ToF32, product(3072, 4096, 8192)), "21_192");
  EXPECT_EQ(chosen("21", kFp8ToF32, product(4096, 4096, 4096)), "21_128");
  EXPECT_EQ(chosen("17", kBf16, product(8192, 8192, 8192)), "17_200");
  EXPECT_EQ(chosen("16", kBf16, product(8192, 8192, 8192)), "16_256_balanced");
}

TEST(ChoiceOfTile, OfRung19IsRung18sWhereNoStripsFit) {
  EXPECT_EQ(chosen("19", kFp8ToF32, product(4096, 4096, 4096)), "19_128");
  EXPECT_EQ(chosen("19", kBf16, product(3960, 500, 3584)), "19_128");
  EXPECT_EQ(chosen("19", kBf16, product(3072, 4096, 8192)), "18_256_balanced");
  EXPECT_EQ(chosen("18", kFp8ToF32, product(4096, 4096, 4096)), "18_128_alone");
  // 33 strips of 128 and 120 rows by 16 pairs of columns: eight tiles for each of 66 clusters.
  const GemmArgs gemm = product(4096, 4096, 4096);
  const TmaArgs fitted =
      launch_of(find_tma_kernel("19_128")->tile, kFp8ToF32, gemm, kMultiprocessors).args;
  EXPECT_EQ(fitted.strips, 33);
  EXPECT_EQ(fitted.taller * 128 + (fitted.strips - fitted.taller) * 120, 4096);
}

TEST(ChoiceOfTile, OfRung22IsRung21sForSmallProductsAndVectors) {
  EXPECT_EQ(chosen("22", kBf16, product(8192, 8192, 8192)), "22_192");
  EXPECT_EQ(chosen("22", kBf16, product(3072, 4096, 8192)), "22_192");
  EXPECT_EQ(chosen("22", kFp8ToF32, product(8192, 8192, 8192)), "22_192");
  EXPECT_EQ(chosen("22", kFp8ToF32, product(4096, 4096, 4096)), "22_192");
  EXPECT_EQ(chosen("22", kBf16, product(2048, 2048, 2048)), "21_256");
  EXPECT_EQ(chosen("22", kBf16, product(512, 512, 512)), "21_128");
}

/// The rows of all strips of a product of m rows, and how many strips there are.
struct Strips {
  int count;
  int rows;
};
Strips strips_of_pairs(int m) {
  const TmaTile tile = find_tma_kernel("22_192")->tile;
  const TmaArgs args = launch_of(tile, kBf16, product(m, 4096, 4096), kMultiprocessors).args;
  const int count = args.strips * 2;
  return {count, square * (count * args.units + args.taller)};
}

TEST(ChoiceOfTile, EvensOutTheStripsOfPairs) {
  // 8192 rows are 42.7 times 192: 44 strips of 184 and 192 leave nothing over.
  EXPECT_EQ(strips_of_pairs(8192).count, 44);
  EXPECT_EQ(strips_of_pairs(8192).rows, 8192);
  EXPECT_EQ(strips_of_pairs(3072).count, 16);
  EXPECT_EQ(strips_of_pairs(3072).rows, 3072);
  // 2048 rows would need 12 strips of 171: the last of 192 reaches over.
  EXPECT_EQ(strips_of_pairs(2048).count, 12);
  EXPECT_EQ(strips_of_pairs(2048).rows, 12 * 192);
}

TEST(TmaLaunch, OfPairsAboveEachOtherSharesTheColumns) {
  const TmaTile tile = find_tma_kernel("22_192")->tile;
  const Launch launch = launch_of(tile, kBf16, product(384, 512, 64), kMultiprocessors);
  EXPECT_EQ(launch.grid, 4) << "two pairs, each of 384x256";
  EXPECT_EQ(launch.a.box_rows, 192u) << "a CTA's own";
  EXPECT_EQ(launch.b.box_rows, 128u) << "half of what the pair shares";
}

TEST(ChoiceOfTile, DoesNotShareTilesForLessThanHandingThemOverCosts) {
  // 192 tiles for 66 clusters: sharing the last 60 would save 11 slices of 1024 cycles.
  const GemmArgs gemm = product(3072, 4096, 8192);
  const TmaTile tile = find_tma_kernel("18_256_balanced")->tile;
  EXPECT_EQ(launch_of(tile, kBf16, gemm, kMultiprocessors).args.shared_tiles, 0);
  // 1024 tiles: sharing the last 34 saves 62.
  const GemmArgs large = product(8192, 8192, 8192);
  EXPECT_EQ(launch_of(tile, kBf16, large, kMultiprocessors).args.shared_tiles, 34);
}

TEST(TmaLaunch, OfTheLargestExtentHasAGrid) {
  const Launch launch = launch_of(find_tma_kernel("18_128")->tile, kBf16, product(2147483647, 1, 8),
                                  kMultiprocessors);
  EXPECT_EQ(launch.grid, kMultiprocessors);
}

TEST(ChoiceOfTile, OfRung19KeepsToColumnsThatFitIntoL2) {
  // 66 strips would make 32 whole rounds, each of which would read all 128 MiB of A again.
  EXPECT_NE(chosen("19", kBf16, product(8192, 8192, 8192)), "19_128");
}

TEST(ChoiceOfTile, DividesAlongKWhereTilesAreFew) {
  const GemmArgs few = product(1024, 1024, 65536);
  EXPECT_EQ(chosen("18", kBf16, few), "18_256_balanced");
  const Launch launch =
      launch_of(find_tma_kernel("18_256_balanced")->tile, kBf16, few, kMultiprocessors);
  EXPECT_EQ(launch.grid, kMultiprocessors);
  EXPECT_GT(launch.partials_bytes, 0u);
}

TEST(ChoiceOfTile, WithVectorsIsOneThatTakesThem) {
  Widths vectors = kFp8ToF32;
  vectors.vectors = true;
  EXPECT_EQ(chosen("18", vectors, product(8192, 8192, 8192)), "18_128");
  EXPECT_EQ(chosen("17", vectors, product(8192, 8192, 8192)), "17_128");
  EXPECT_EQ(chosen("22", vectors, product(8192, 8192, 8192)), "21_128");
}

TEST(ChoiceOfTile, WithVectorsIsThereForEveryRung) {
  Widths vectors = kFp8ToF32;
  vectors.vectors = true;
  for (const TmaKernel& kernel : tma_kernels) {
    EXPECT_NE(chosen(kernel.rung, vectors, product(300, 500, 256)), "") << kernel.rung;
  }
}

TEST(ChoiceOfTile, OfAnUnknownRungIsNone) {
  EXPECT_EQ(chosen("99", kBf16, product(64, 64, 64)), "");
}

TEST(TmaLaunch, NeedsRowsAtMultiplesOf16Bytes) {
  EXPECT_TRUE(can_launch(kBf16, product(64, 64, 72)));
  EXPECT_FALSE(can_launch(kBf16, product(64, 64, 71)));
  EXPECT_FALSE(can_launch(kFp8ToF32, product(64, 64, 72)));
  GemmArgs shifted = product(64, 64, 64);
  shifted.b = 8;
  EXPECT_FALSE(can_launch(kBf16, shifted));
}

TEST(TmaLaunch, OfTheSmallestProductIsOneTile) {
  const Launch launch =
      launch_of(find_tma_kernel("18_128_alone")->tile, kBf16, product(1, 1, 1), kMultiprocessors);
  EXPECT_EQ(launch.grid, 1);
  EXPECT_EQ(launch.threads, 384);
}

}  // namespace
}  // namespace tilewright::hopper
