// Files that are cut off or corrupted give an error or a valid code object, never a crash. The
// sanitizer build of this test is the one that counts: each image is a heap block of exactly its
// size, so that one byte read too far is seen.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "codeobject/code_object.hpp"
#include "codeobject/metadata.hpp"
#include "core/file.hpp"

namespace tilewright::codeobject {
namespace {

using ::testing::HasSubstr;
using Image = std::vector<std::byte>;

Image good_image() {
  auto file = read_file(TW_OBJECT_DIR "/two_arguments.gfx1201.co");
  EXPECT_TRUE(file.has_value());
  return file.value_or(Image{});
}

/// Parses, and reads everything that a valid result points to.
bool survives(const Image& image) {
  const auto parsed = parse(image);
  if (!parsed) {
    EXPECT_THAT(parsed.error().message, HasSubstr("code object"));
    return false;
  }
  unsigned sum = 0;
  for (const Segment& segment : parsed->segments) {
    EXPECT_GE(segment.memory_bytes, segment.bytes.size());
    for (const std::byte b : segment.bytes) sum += static_cast<unsigned>(b);
  }
  for (const Kernel& kernel : parsed->kernels) {
    for (const Argument& argument : kernel.arguments) {
      EXPECT_LE(uint64_t{argument.offset} + argument.bytes, kernel.kernarg_bytes);
    }
  }
  return sum != 0;
}

TEST(HostileFile, TruncatedAnywhere) {
  const Image good = good_image();
  ASSERT_TRUE(survives(good));
  for (size_t size = 0; size < good.size(); ++size) {
    // The section headers come last, so no shorter file is whole.
    EXPECT_FALSE(survives(Image(good.begin(), good.begin() + static_cast<ptrdiff_t>(size))))
        << "of " << size << " bytes";
  }
}

TEST(HostileFile, OneByteWrong) {
  const Image good = good_image();
  size_t refused = 0;
  for (size_t at = 0; at < good.size(); ++at) {
    for (const uint8_t flip : {0x01, 0x10, 0x80, 0xff}) {
      Image bad = good;
      bad[at] ^= std::byte{flip};
      refused += survives(bad) ? 0 : 1;
    }
  }
  EXPECT_GT(refused, good.size() / 4);
}

TEST(HostileFile, ManyBytesWrong) {
  const Image good = good_image();
  std::mt19937_64 random(1);
  for (int round = 0; round < 4000; ++round) {
    Image bad = good;
    const size_t count = 1 + random() % 12;
    for (size_t i = 0; i < count; ++i) {
      // Half of the damage goes to the headers, where it is most interesting.
      const size_t at = random() % (random() % 2 == 0 ? 512 : bad.size());
      bad[at] = static_cast<std::byte>(random());
    }
    survives(bad);
  }
}

Image bytes(std::initializer_list<int> values) {
  Image image;
  for (const int value : values) image.push_back(static_cast<std::byte>(value));
  return image;
}

std::string error_of(const Image& note) {
  const auto metadata = parse_metadata(note);
  return metadata ? "no error" : metadata.error().message;
}

TEST(HostileNote, IsRefusedWithAReason) {
  EXPECT_THAT(error_of({}), HasSubstr("ends in the middle"));
  EXPECT_THAT(error_of(bytes({0xdf, 0xff, 0xff, 0xff, 0xff})), HasSubstr("ends in the middle"));
  EXPECT_THAT(error_of(bytes({0x81, 0x91, 0x01, 0x01})), HasSubstr("key that is not a string"));
  EXPECT_THAT(error_of(bytes({0x82, 0xa1, 'a', 0x01, 0xa1, 'a', 0x01})), HasSubstr("key a twice"));
  EXPECT_THAT(error_of(bytes({0xd9, 0xff, 'a'})), HasSubstr("code object metadata: "));
  EXPECT_THAT(error_of(Image(100000, std::byte{0x91})), HasSubstr("levels of nesting"));
  EXPECT_THAT(error_of(bytes({0x93, 0x01, 0x02, 0x03})), HasSubstr("is not a map"));
  EXPECT_THAT(error_of(bytes({0xc1})), HasSubstr("code object metadata: "));
}

}  // namespace
}  // namespace tilewright::codeobject
