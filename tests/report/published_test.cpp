// SPDX-License-Identifier: MIT
#include "report/published.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tilewright::report {
namespace {

TEST(Published, NamesItsSource) {
  const auto eight = published_resources("8", Family::rdna4);
  ASSERT_TRUE(eight);
  EXPECT_EQ(eight->source, "AMD post, Table 13");
  EXPECT_EQ(eight->vgprs, 133u);
  EXPECT_EQ(eight->lds_bytes, 32256u);
  EXPECT_EQ(eight->waves_per_simd, 4u);
  EXPECT_EQ(published_resources("8", Family::rdna3)->vgprs, 200u);
  EXPECT_EQ(published_resources("fp8-config3", Family::rdna4)->source, "AMD post, part 2");
}

TEST(Published, LeavesOutWhatThePostLeavesOut) {
  const auto two = published_resources("2", Family::rdna3);
  ASSERT_TRUE(two);
  EXPECT_EQ(two->lds_bytes, 32768u) << "printed as 32 KB";
  EXPECT_FALSE(two->vgprs);
  EXPECT_FALSE(published_resources("1", Family::rdna3));
  EXPECT_FALSE(published_resources("none", Family::rdna3));
}

TEST(Published, IsOfTheTargetsThatThePostMeasured) {
  // Table 17 and part 2 are of gfx1201.
  EXPECT_EQ(published_resources("tuned-192x224-4x2", Family::rdna4)->lds_bytes, 59904u);
  EXPECT_FALSE(published_resources("tuned-192x224-4x2", Family::rdna3));
  for (const char* rung : {"fp8-config1", "fp8-config2", "fp8-config3", "fp8-config4"}) {
    EXPECT_TRUE(published_resources(rung, Family::rdna4)) << rung;
    EXPECT_FALSE(published_resources(rung, Family::rdna3)) << rung;
  }
}

TEST(Published, HasTheWavesOfRung5) {
  // "occupancy falls from eight resident waves per SIMD to two", after Table 10, for both.
  EXPECT_EQ(published_resources("5", Family::rdna3)->waves_per_simd, 2u);
  EXPECT_EQ(published_resources("5", Family::rdna4)->waves_per_simd, 2u);
}

TEST(Published, EveryRecordHasAKind) {
  for (const char* list : {"fp16_ms", "fp8_ms", "resources"}) {
    ASSERT_FALSE(amd_posts().at(list).empty());
    for (const nlohmann::json& record : amd_posts().at(list)) {
      EXPECT_TRUE(record.contains("rung")) << record;
    }
  }
  EXPECT_EQ(amd_posts().at("source").size(), 2u);
}

}  // namespace
}  // namespace tilewright::report
