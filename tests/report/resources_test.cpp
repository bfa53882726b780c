// SPDX-License-Identifier: MIT
#include "report/resources.hpp"

#include <gtest/gtest.h>

namespace tilewright::report {
namespace {

KernelResources of(uint32_t vgprs, uint32_t lds_bytes, uint32_t threads) {
  return kernel_resources({.vgprs = vgprs, .lds_bytes = lds_bytes}, Limits{}, threads);
}

TEST(Occupancy, IsThatOfTheTables) {
  // Table 5 and 8 print no registers; these are ones that give the printed figures.
  EXPECT_EQ(of(185, 32768, 512).waves_per_simd, 8u) << "rung 2, RDNA 3";
  EXPECT_EQ(of(120, 32768, 512).waves_per_simd, 12u) << "rung 2, RDNA 4";
  EXPECT_EQ(of(185, 49152, 512).waves_per_simd, 8u) << "rung 3-padded, RDNA 3";
  EXPECT_EQ(of(120, 49152, 512).waves_per_simd, 8u) << "rung 3-padded, RDNA 4";
  // Table 13.
  for (const uint32_t vgprs : {252u, 245u, 205u, 138u}) {
    EXPECT_EQ(of(vgprs, 64512, 128).waves_per_simd, 2u) << "rungs 6 and 7";
  }
  for (const uint32_t vgprs : {200u, 133u}) {
    EXPECT_EQ(of(vgprs, 32256, 128).waves_per_simd, 4u) << "rung 8";
  }
  // Part 2.
  EXPECT_EQ(of(235, 59904, 256).waves_per_simd, 4u) << "fp8-config3";
  EXPECT_EQ(of(210, 55296, 256).waves_per_simd, 4u) << "fp8-config4";
}

TEST(Occupancy, IsThatOfTheCompiler) {
  // What clang 19 prints with -Rpass-analysis=kernel-resource-usage, gfx1201, -mcumode, for kernels
  // made to have these figures. (All 990 combinations of 11 x 10 x 9 of them were compared once.)
  struct Case {
    uint32_t vgprs, lds_bytes, threads, waves;
  };
  for (const Case& c :
       {Case{1, 0, 32, 16}, Case{193, 0, 64, 7}, Case{3, 2048, 96, 15}, Case{252, 64512, 128, 2},
        Case{192, 32256, 128, 4}, Case{25, 17920, 160, 8}, Case{96, 0, 192, 15},
        Case{97, 17920, 256, 12}, Case{193, 59904, 256, 4}, Case{120, 32768, 512, 12},
        Case{121, 49152, 512, 8}, Case{168, 40960, 512, 8}, Case{3, 65536, 1024, 16}}) {
    EXPECT_EQ(of(c.vgprs, c.lds_bytes, c.threads).waves_per_simd, c.waves)
        << c.vgprs << " VGPRs, " << c.lds_bytes << " B, " << c.threads << " work-items";
  }
}

TEST(Occupancy, CountsWholeWorkgroups) {
  // 12 waves a SIMD, says the compiler; but the second workgroup's 8 find room for 4 only.
  EXPECT_EQ(of(120, 32768, 512).workgroups_per_cu, 1u);
  EXPECT_EQ(of(120, 32768, 512).limited_by, "VGPRs");
  EXPECT_EQ(of(96, 32768, 512).workgroups_per_cu, 2u);
  EXPECT_EQ(of(200, 32256, 128).workgroups_per_cu, 2u);
  EXPECT_EQ(of(200, 32256, 128).limited_by, "LDS");
  EXPECT_EQ(of(252, 64512, 128).workgroups_per_cu, 1u);
  EXPECT_EQ(of(24, 0, 32).workgroups_per_cu, 32u);
  EXPECT_EQ(of(24, 0, 32).limited_by, "wave slots");
  EXPECT_EQ(of(250, 32768, 192).limited_by, "VGPRs");
  EXPECT_EQ(of(250, 60000, 256).limited_by, "LDS, VGPRs");
}

TEST(Resources, AddsTheSpills) {
  const KernelResources r = kernel_resources(
      {.vgprs = 10, .sgprs = 20, .vgpr_spills = 3, .sgpr_spills = 4}, Limits{}, 32);
  EXPECT_EQ(r.spills, 7u);
  EXPECT_EQ(r.sgprs, 20u);
}

}  // namespace
}  // namespace tilewright::report
