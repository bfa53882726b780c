// Names that a terminal would obey, and names that it would not.
// SPDX-License-Identifier: MIT
#include "codeobject/printable.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "codeobject/code_object.hpp"
#include "core/file.hpp"

namespace tilewright::codeobject {
namespace {

using namespace std::string_view_literals;

TEST(Printable, KeepsText) {
  for (const char* text : {"", "gemm_f16", "_ZN3foo3barIiEEvT_.kd", "größe", "行列積", "a\\b"}) {
    EXPECT_EQ(printable(text), text);
  }
}

TEST(Printable, EscapesWhatTerminalsObey) {
  EXPECT_EQ(printable("a\x1b[2Jb\n"), "a\\u{1b}[2Jb\\u{a}");
  EXPECT_EQ(printable("\0\x7f"sv), "\\u{0}\\u{7f}");
  EXPECT_EQ(printable("\u009b1m"), "\\u{9b}1m");                   // CSI in one character
  EXPECT_EQ(printable("x\u202ey\u2028"), "x\\u{202e}y\\u{2028}");  // from right to left
}

TEST(Printable, EscapesWhatIsNotUtf8) {
  EXPECT_EQ(printable("a\xff\xc3"), "a\\xff\\xc3");
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");                    // "/" in too many bytes
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // half of a pair
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond U+10FFFF
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");                    // cut off
}

TEST(Printable, IsWhatNamesOfKernelsAre) {
  auto image = read_file(TW_OBJECT_DIR "/two_arguments.gfx1201.co").value();
  // The first of its name in the note: `.name` of the kernel; the symbol stays what it was.
  constexpr std::string_view key = "\xa5.name\xad";  // fixstr of 5, fixstr of 13
  const auto* first = reinterpret_cast<const char*>(image.data());
  const auto at = std::string_view(first, image.size()).find(std::string(key) + "two_arguments");
  ASSERT_NE(at, std::string_view::npos);
  image[at + key.size()] = std::byte{0x1b};
  image[at + key.size() + 1] = std::byte{0xff};
  const auto parsed = parse(image);
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(parsed->kernels[0].name, "\\u{1b}\\xffo_arguments");
}

}  // namespace
}  // namespace tilewright::codeobject
