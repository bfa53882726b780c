// The resource figures that the ladder promises, for every rung and target.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "cli/kernel_store.hpp"
#include "report/published.hpp"

namespace tilewright::cli {
namespace {

TEST(Resources, KeepThePromise) {
  KernelStore store;
  for (const Target& target : targets) {
    for (const Rung& rung : rungs) {
      if (!has(target.family, rung.precision)) continue;
      SCOPED_TRACE(fmt::format("{} rung {}", target.name, rung.id));
      const Result<report::KernelResources> ours = store.resources(target, rung);
      ASSERT_TRUE(ours) << ours.error().message;
      EXPECT_EQ(ours->spills, 0u);
      EXPECT_EQ(ours->scratch_bytes, 0u);
      EXPECT_EQ(ours->lds_bytes,
                static_cast<uint32_t>(lds_bytes(rung.tile, operand_bytes(rung.precision))));
      const auto published = report::published_resources(rung.id, target.family);
      if (!published) continue;
      if (published->lds_bytes) {
        EXPECT_EQ(ours->lds_bytes, *published->lds_bytes);
      }
      if (published->waves_per_simd) {
        EXPECT_EQ(ours->waves_per_simd, *published->waves_per_simd);
      }
      if (published->vgprs) {
        EXPECT_LE(ours->vgprs, *published->vgprs * 1.1);
      }
    }
  }
}

}  // namespace
}  // namespace tilewright::cli
