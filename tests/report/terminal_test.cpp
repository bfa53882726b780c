// SPDX-License-Identifier: MIT
#include "report/terminal.hpp"

#include <gtest/gtest.h>

namespace tilewright::report {
namespace {

TEST(FitLines, BreaksOnlyWhatIsTooWide) {
  EXPECT_EQ(fit_lines("", 10), "");
  EXPECT_EQ(fit_lines("as  it is\n  kept\n", 10), "as  it is\n  kept\n");
  EXPECT_EQ(fit_lines("one two three\nfour", 9), "one two\n    three\nfour");
  EXPECT_EQ(fit_lines("  one two three", 9), "  one two\n      three");
  EXPECT_EQ(fit_lines("unbreakable", 4), "unbreakable");
  EXPECT_EQ(fit_lines("±±±± ±±±±", 9), "±±±± ±±±±") << "columns, not bytes";
}

TEST(Wrap, KeepsAFigureAndItsUnitTogether) {
  EXPECT_EQ(wrap("takes 12 B, or", 8, "", ""), "takes\n12 B, or");
  EXPECT_EQ(wrap("took (1,234.5 MiB)", 13, "", ""), "took\n(1,234.5 MiB)");
  EXPECT_EQ(wrap("one 2 three", 6, "", ""), "one 2\nthree") << "no unit";
  EXPECT_EQ(wrap("all of B fits", 6, "", ""), "all of\nB fits") << "no figure";
}

TEST(FitLines, LeavesRoomForWhatStandsBeforeTheFirst) {
  EXPECT_EQ(fit_lines("one two\none two", 7, 3), "one\n    two\none two");
}

}  // namespace
}  // namespace tilewright::report
