// The code objects themselves: each rung is there for each target, and takes what the posts say.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "codeobject/code_object.hpp"
#include "ladder/bench.hpp"
#include "ladder/kernels.hpp"
#include "ladder/rdna/rungs.hpp"
#include "report/published.hpp"
#include "report/resources.hpp"

namespace tilewright {
namespace {

using test::name_of;
using test::Pair;
using test::pairs;

class Images : public testing::TestWithParam<Pair> {};

INSTANTIATE_TEST_SUITE_P(Fp16, Images, testing::ValuesIn(pairs(Precision::fp16)), name_of);
INSTANTIATE_TEST_SUITE_P(Fp8, Images, testing::ValuesIn(pairs(Precision::fp8)), name_of);

TEST_P(Images, TakeWhatTheListAndThePostsSay) {
  const auto& [rung, target] = GetParam();
  const auto image = kernel_image(target.name, rung.id);
  ASSERT_FALSE(image.empty());
  const auto object = codeobject::parse(image);
  ASSERT_TRUE(object) << object.error().message;
  EXPECT_EQ(object->arch, target.name);
  const auto named = std::find_if(object->kernels.begin(), object->kernels.end(),
                                  [&](const auto& kernel) { return kernel.name == rung.kernel; });
  ASSERT_NE(named, object->kernels.end()) << rung.kernel;
  const codeobject::Kernel& kernel = *named;

  const auto ours = report::kernel_resources(kernel.resources, target.limits,
                                             static_cast<uint32_t>(threads(rung.tile)));
  EXPECT_EQ(ours.spills, 0u);
  EXPECT_EQ(ours.scratch_bytes, 0u);
  EXPECT_EQ(ours.lds_bytes,
            static_cast<uint32_t>(lds_bytes(rung.tile, operand_bytes(rung.precision))));

  const auto published = report::published_resources(rung.id, target.family);
  if (!published) return;  // rungs 1 and 4: the posts print no resources of theirs
  if (published->lds_bytes) {
    EXPECT_EQ(ours.lds_bytes, *published->lds_bytes);
  }
  if (published->waves_per_simd) {
    EXPECT_EQ(ours.waves_per_simd, *published->waves_per_simd);
  }
  if (published->vgprs) {
    EXPECT_LE(ours.vgprs * 10, *published->vgprs * 11) << "more than 10 % above the published";
  }
}

TEST(Images, ComeWithPublishedFiguresToCompare) {
  // Guards the test above against a table that lost its rows.
  for (const char* rung : {"2", "3-padded", "3-permuted", "5", "6", "7", "8"}) {
    EXPECT_TRUE(report::published_resources(rung, Family::rdna3)) << rung;
    EXPECT_TRUE(report::published_resources(rung, Family::rdna4)) << rung;
  }
}

TEST(Images, AreEmptyForWhatDoesNotExist) {
  EXPECT_TRUE(kernel_image("gfx1201", "9999").empty());
  EXPECT_TRUE(kernel_image("gfx900", "8").empty());
}

}  // namespace
}  // namespace tilewright
