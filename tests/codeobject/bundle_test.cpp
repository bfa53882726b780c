// Bundles that clang-offload-bundler has written, and broken ones.
// SPDX-License-Identifier: MIT
#include "codeobject/bundle.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Compression.h>
#include <llvm/Support/Error.h>

#include <cstring>
#include <ostream>
#include <random>
#include <string>

#include "codeobject/code_object.hpp"
#include "core/file.hpp"

namespace tilewright::codeobject {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Bytes = std::vector<std::byte>;

/// As the bundler wrote it (data/README.md).
Bytes compressed() { return read_file(TW_BUNDLE_DIR "/two_arguments.bundle").value_or(Bytes{}); }

/// The same before compression; 24 bytes of header come first.
Bytes plain() {
  const Bytes file = compressed();
  uint32_t bytes = 0;
  std::memcpy(&bytes, &file.at(12), 4);
  llvm::SmallVector<uint8_t, 0> output;
  const llvm::ArrayRef<uint8_t> input(reinterpret_cast<const uint8_t*>(file.data()), file.size());
  llvm::cantFail(llvm::compression::zstd::decompress(input.drop_front(24), output, bytes));
  const auto* first = reinterpret_cast<const std::byte*>(output.data());
  return {first, first + output.size()};
}

std::string error_of(const Bytes& bundle, std::string_view arch = "gfx1201") {
  const auto object = unbundle(bundle, arch);
  return object ? "no error" : object.error().message;
}

struct Kind {
  const char* name;
  Bytes (*file)();
};
[[maybe_unused]] void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

class Bundle : public ::testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(Files, Bundle,
                         ::testing::Values(Kind{"plain", plain}, Kind{"compressed", compressed}),
                         [](const auto& info) { return info.param.name; });

TEST_P(Bundle, HoldsTheCodeObjects) {
  const Bytes bundle = GetParam().file();
  for (const std::string_view arch : {"gfx1100", "gfx1201"}) {
    const auto object = unbundle(bundle, arch);
    ASSERT_TRUE(object) << object.error().message;
    const auto parsed = parse(*object);
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(parsed->arch, arch);
    EXPECT_NE(parsed->find("two_arguments"), nullptr);
  }
  // The bundler writes the name of an empty part twice.
  EXPECT_THAT(error_of(bundle, "gfx1151"),
              HasSubstr("no code object for gfx1151; it has: gfx1100, gfx1201"));
  EXPECT_THAT(error_of(bundle, "fx1201"), HasSubstr("no code object for fx1201"));
}

TEST_P(Bundle, TruncatedAnywhere) {
  const Bytes bundle = GetParam().file();
  ASSERT_GT(bundle.size(), 1000U);
  for (size_t size = 4; size < bundle.size(); size += size < 300 ? 1 : 97) {
    const Bytes cut(bundle.begin(), bundle.begin() + static_cast<ptrdiff_t>(size));
    const auto object = unbundle(cut, "gfx1201");
    if (!object) {
      EXPECT_THAT(object.error().message, HasSubstr("offload bundle: "));
    } else {
      EXPECT_LT(size, 24U) << "passed for an ELF file";
    }
  }
}

TEST_P(Bundle, CorruptedAnywhere) {
  const Bytes good = GetParam().file();
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    Bytes bad = good;
    for (int i = 0; i < 3; ++i) {
      bad[random() % (random() % 2 == 0 ? 256 : bad.size())] = static_cast<std::byte>(random());
    }
    (void)unbundle(bad, "gfx1201");
  }
}

TEST(BundleErrors, NameWhatIsWrong) {
  const auto with = [](size_t at, uint32_t value) {
    Bytes bundle = compressed();
    std::memcpy(bundle.data() + at, &value, 4);
    return error_of(bundle);
  };
  EXPECT_THAT(with(4, 9 | 1 << 16), HasSubstr("compressed in version 9"));
  EXPECT_THAT(with(4, 2 | 7 << 16), HasSubstr("compressed by method 7"));
  EXPECT_THAT(with(8, 1 << 30), HasSubstr("it says that it has 1073741824 bytes"));
  EXPECT_THAT(with(12, 0x7fffffff), HasSubstr("cannot become 2147483647 bytes"));
  EXPECT_EQ(error_of(Bytes(10)), "no error");  // not a bundle: for others to judge
}

}  // namespace
}  // namespace tilewright::codeobject
