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
  EXPECT_FALSE(published_resources("fp8-config3", Family::rdna3)->vgprs);
  EXPECT_FALSE(published_resources("1", Family::rdna3));
  EXPECT_FALSE(published_resources("none", Family::rdna3));
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
