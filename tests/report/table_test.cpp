// SPDX-License-Identifier: MIT
#include "report/table.hpp"

#include <gtest/gtest.h>

namespace tilewright::report {
namespace {

TEST(Table, AlignsByDisplayWidthNotByBytes) {
  const std::string text =
      render({{"rung", "", Align::left}, {"LDS", "B"}, {"error", "2⁻²⁴"}},
             {{{"1"}, {"2,048"}, {"±1"}}, {{"3-permuted"}, {"32"}, {"0"}}}, false);
  EXPECT_EQ(text,
            "  rung          LDS  error\n"
            "                  B   2⁻²⁴\n"
            "  1           2,048     ±1\n"
            "  3-permuted     32      0\n");
}

TEST(Table, ColoursDoNotMoveColumns) {
  Table table({{"exact", "", Align::left}, {"WMMAs"}});
  const Row row = {{"FAIL", Style::bad}, {"12"}};
  table.reserve(row);
  EXPECT_EQ(table.line(row, false), "  FAIL      12\n");
  EXPECT_EQ(table.line(row, true), "  \x1b[1;31mFAIL\x1b[0m      12\n");
}

TEST(Table, AWideCellPushesTheRestAndBlanksDoNotTrail) {
  const Table table({{"a", "", Align::left}, {"b", "", Align::left}});
  EXPECT_EQ(table.line({{"wide"}, {"x"}}, false), "  wide  x\n");
  EXPECT_EQ(table.line({{"x"}, {""}}, false), "  x\n");
}

TEST(Table, GroupsThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(134217728), "134,217,728");
}

TEST(Wrap, BreaksAtBlanks) {
  EXPECT_EQ(wrap("one two  three four", 12, "- ", "  "), "- one two\n  three four");
  EXPECT_EQ(wrap("unbreakable", 4, "", ""), "unbreakable");
  EXPECT_EQ(wrap("", 10, "- ", ""), "- ");
}

}  // namespace
}  // namespace tilewright::report
