// SPDX-License-Identifier: MIT
#include "report/progress.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace tilewright::report {
namespace {

TEST(Progress, TellsTheTimeLeft) {
  EXPECT_EQ(progress_line("gfx1201 rung 8", 1, 4, 30, 100),
            "█████░░░░░░░░░░░░░░░  25 %  1 min 30 s left  gfx1201 rung 8");
  EXPECT_EQ(progress_line("rung 1", 0, 4, 3, 100),
            "░░░░░░░░░░░░░░░░░░░░   0 %  3 s so far  rung 1");
  EXPECT_EQ(progress_line("rung 1", 0, 0, 3, 28), "░░░░░░░░░░░░░░░░░░░░   0 %  ");
}

TEST(Progress, WritesDurationsForPeople) {
  EXPECT_EQ(duration_text(0.2), "1 s");
  EXPECT_EQ(duration_text(59), "59 s");
  EXPECT_EQ(duration_text(125), "2 min 05 s");
  EXPECT_EQ(duration_text(3725), "1 h 02 min");
}

TEST(Progress, IsSilentWhereNobodyWatches) {
  std::FILE* file = std::tmpfile();
  {
    Progress progress(10, file);
    progress.update("x", 5);
  }
  EXPECT_EQ(std::ftell(file), 0);
  std::fclose(file);
}

}  // namespace
}  // namespace tilewright::report
