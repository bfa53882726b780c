// SPDX-License-Identifier: MIT
#include "report/document.hpp"

#include <gmock/gmock.h>

namespace tilewright::report {
namespace {

using testing::HasSubstr;

const std::string begin = kTablesBegin;
const std::string end = kTablesEnd;

TEST(Document, HasWhatIsBetweenItsMarksReplaced) {
  const auto filled = with_tables("before\n" + begin + "\nold\n" + end + "\nafter\n", "new");
  ASSERT_TRUE(filled) << filled.error().message;
  EXPECT_EQ(*filled, "before\n" + begin + "\nnew\n" + end + "\nafter\n");
}

TEST(Document, MayEndWithItsMark) {
  const auto filled = with_tables(begin + "\n" + end, "new\nlines");
  ASSERT_TRUE(filled) << filled.error().message;
  EXPECT_EQ(*filled, begin + "\nnew\nlines\n" + end);
}

TEST(Document, KeepsItsLineEnds) {
  const auto filled =
      with_tables("before\r\n" + begin + "\r\nold\r\n" + end + "\r\nafter\r\n", "\nnew\nlines\n");
  ASSERT_TRUE(filled) << filled.error().message;
  EXPECT_EQ(*filled, "before\r\n" + begin + "\r\n\r\nnew\r\nlines\r\n\r\n" + end + "\r\nafter\r\n");
}

TEST(Document, MayTellOfItsMarks) {
  const std::string prose = "What is between `" + begin + "` and `" + end + "` is replaced.\n";
  const auto filled = with_tables(prose + begin + "\nold\n" + end + "\n" + prose, "new");
  ASSERT_TRUE(filled) << filled.error().message;
  EXPECT_EQ(*filled, prose + begin + "\nnew\n" + end + "\n" + prose);
}

TEST(Document, WithOtherMarksThanOnePairIsRefused) {
  const std::string pair = begin + "\nold\n" + end + "\n";
  struct Case {
    std::string document;
    std::string words;
  };
  for (const Case& c : {
           Case{"", "no line is " + begin},
           Case{"no marks", "no line is " + begin},
           Case{"text\n" + end + "\n", "no line is " + begin},
           Case{"text\n" + begin + "\n", "no line is " + end},
           Case{pair + "words of a person\n" + pair, "lines 1, 5 are " + begin},
           Case{begin + "\nwords of a person\n" + pair, "lines 1, 3 are " + begin},
           Case{pair + "words of a person\n" + end, "lines 3, 5 are " + end},
           Case{"```\n" + pair + "```\n" + pair, "lines 2, 6 are " + begin},
           Case{end + "\nwords of a person\n" + begin + "\n",
                end + " on line 1 is before " + begin + " on line 3"},
           Case{begin + end + "\n", "line 1 has more than " + begin},
           Case{begin + "\nold " + end + "\nwords of a person\n" + end + "\n",
                "line 2 has more than " + end},
           Case{begin + "\n" + end + " words of a person\n" + end + "\n",
                "line 2 has more than " + end},
       }) {
    const auto filled = with_tables(c.document, "new");
    ASSERT_FALSE(filled) << c.document;
    EXPECT_THAT(filled.error().message, HasSubstr(c.words)) << c.document;
  }
}

}  // namespace
}  // namespace tilewright::report
