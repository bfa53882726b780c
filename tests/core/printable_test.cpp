// (What is escaped at all: tests/codeobject/printable_test.cpp.)
// SPDX-License-Identifier: MIT
#include "core/printable.hpp"

#include <gtest/gtest.h>

namespace tilewright {
namespace {

TEST(PrintableLines, KeepLineFeedsAlone) {
  EXPECT_EQ(printable_lines("a\n\x1b[1m\nb\r"), "a\n\\u{1b}[1m\nb\\u{d}");
  EXPECT_EQ(printable("a\nb"), "a\\u{a}b");
}

}  // namespace
}  // namespace tilewright
