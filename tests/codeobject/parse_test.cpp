// What a good code object says, and what a wrong one is told.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "codeobject/code_object.hpp"
#include "core/file.hpp"

namespace tilewright::codeobject {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::byte> object(const std::string& arch) {
  auto file = read_file(TW_OBJECT_DIR "/two_arguments." + arch + ".co");
  EXPECT_TRUE(file.has_value()) << (file ? "" : file.error().message);
  return file.value_or(std::vector<std::byte>{});
}

std::string error_of(const std::vector<std::byte>& image) {
  const auto parsed = parse(image);
  return parsed ? "no error" : parsed.error().message;
}

class Parse : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(, Parse, ::testing::Values("gfx1100", "gfx1201"),
                         [](const auto& info) { return info.param; });

TEST_P(Parse, ReadsTheKernel) {
  const auto image = object(GetParam());
  const auto parsed = parse(image);
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(parsed->arch, GetParam());
  ASSERT_EQ(parsed->kernels.size(), 1U);
  EXPECT_EQ(parsed->find("no_such_kernel"), nullptr);
  const Kernel* kernel = parsed->find("two_arguments");
  ASSERT_NE(kernel, nullptr);
  EXPECT_EQ(kernel->kernarg_bytes, 280U);
  EXPECT_EQ(kernel->descriptor.kernarg_bytes, 280U);
  EXPECT_EQ(kernel->descriptor.group_segment_bytes, 4096U);
  EXPECT_EQ(kernel->descriptor.private_segment_bytes, 16U);
  EXPECT_EQ(kernel->descriptor.entry % 256, 0U);
  EXPECT_EQ(kernel->resources.vgprs, 32U);
  EXPECT_EQ(kernel->resources.lds_bytes, 4096U);
  EXPECT_EQ(kernel->resources.max_workgroup_size, 1024U);
  ASSERT_EQ(kernel->arguments.size(), 4U);
  EXPECT_EQ(kernel->arguments[1].name, "count");
  EXPECT_EQ(kernel->arguments[1].offset, 8U);
  EXPECT_EQ(kernel->arguments[1].bytes, 4U);
  EXPECT_FALSE(kernel->arguments[1].hidden());
  EXPECT_EQ(kernel->arguments[3].value_kind, "hidden_group_size_x");
  EXPECT_TRUE(kernel->arguments[3].hidden());
}

TEST_P(Parse, ReadsSegmentsAndRelocations) {
  const auto image = object(GetParam());
  const auto parsed = parse(image);
  ASSERT_TRUE(parsed) << parsed.error().message;
  const uint64_t entry = parsed->kernels[0].descriptor.entry;
  int executable = 0;
  for (const Segment& segment : parsed->segments) {
    EXPECT_LE(segment.bytes.size(), segment.memory_bytes);
    if (!segment.executable) continue;
    ++executable;
    EXPECT_FALSE(segment.writable);
    EXPECT_GE(entry, segment.address);
    EXPECT_LT(entry, segment.address + segment.memory_bytes);
    uint32_t first = 0;
    std::memcpy(&first, segment.bytes.data() + (entry - segment.address), 4);
    EXPECT_EQ(first, 0xbfb00000U);  // s_endpgm
  }
  EXPECT_EQ(executable, 1);
  // A relative one and one through a symbol: the two dwords after the kernel.
  ASSERT_EQ(parsed->relocations.size(), 2U);
  EXPECT_EQ(parsed->relocations[0].target, entry + 4);
  EXPECT_EQ(parsed->relocations[1].target, entry + 8);
  EXPECT_EQ(parsed->relocations[1].address, parsed->relocations[0].address + 8);
}

TEST(ParseNotes, EachMayBringKernels) {
  const auto image = read_file(TW_OBJECT_DIR "/two_notes.gfx1201.co");
  ASSERT_TRUE(image);
  const auto parsed = parse(*image);
  ASSERT_TRUE(parsed) << parsed.error().message;
  ASSERT_EQ(parsed->kernels.size(), 2U);
  ASSERT_NE(parsed->find("first"), nullptr);
  ASSERT_NE(parsed->find("second"), nullptr);
  EXPECT_EQ(parsed->find("second")->descriptor.group_segment_bytes, 256U);
}

TEST(ParseErrors, NameWhatIsWrong) {
  const auto good = object("gfx1201");
  ASSERT_GT(good.size(), 64U);
  const auto with = [&good](size_t at, uint8_t value) {
    auto bytes = good;
    bytes[at] = std::byte{value};
    return error_of(bytes);
  };
  EXPECT_THAT(error_of({}), HasSubstr("the ELF header at byte 0 (64 bytes) reaches past the end"));
  EXPECT_THAT(with(0, 0), HasSubstr("not an ELF file"));
  EXPECT_THAT(with(4, 1), HasSubstr("not a 64-bit little-endian ELF file"));
  EXPECT_THAT(with(7, 0), HasSubstr("built for OS ABI 0"));
  EXPECT_THAT(with(8, 1), HasSubstr("ABI version 1, supported are 2 to 4"));
  EXPECT_THAT(with(16, 1), HasSubstr("not a linked shared object"));
  EXPECT_THAT(with(18, 62), HasSubstr("built for ELF machine 62"));
  EXPECT_THAT(with(48, 0x36), HasSubstr("supported targets: gfx1100, gfx1151, gfx1201"));
  EXPECT_THAT(with(60, 255), HasSubstr("the section header table"));
}

/// hipBLASLt's softmax, layer norm and amax kernels state their LDS in the metadata alone.
TEST(ParseDescriptor, TakesLdsFromTheMetadataWhereItIsNotStated) {
  auto bytes = object("gfx1201");
  const auto parsed = parse(bytes);
  ASSERT_TRUE(parsed);
  std::memset(bytes.data() + parsed->kernels[0].descriptor.address, 0, 4);
  const auto again = parse(bytes);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->kernels[0].descriptor.group_segment_bytes, 4096U);
}

TEST(ParseErrors, FindContradictions) {
  const auto good = object("gfx1201");
  const auto parsed = parse(good);
  ASSERT_TRUE(parsed);
  const KernelDescriptor& descriptor = parsed->kernels[0].descriptor;
  // The descriptor lies in the first segment, which maps file offset 0 to address 0.
  const auto with = [&](size_t offset, uint32_t value) {
    auto bytes = good;
    std::memcpy(bytes.data() + descriptor.address + offset, &value, 4);
    return error_of(bytes);
  };
  EXPECT_THAT(with(0, 8192), HasSubstr("descriptor has LDS bytes 8192, the metadata 4096"));
  EXPECT_EQ(with(0, 0), "no error");  // not stated: hand-written kernels
  EXPECT_THAT(with(4, 32), HasSubstr("descriptor has scratch bytes 32, the metadata 16"));
  EXPECT_THAT(with(8, 8), HasSubstr("descriptor has kernarg bytes 8, the metadata 280"));
  EXPECT_EQ(with(8, 0), "no error");  // not stated: hand-written kernels
  EXPECT_THAT(with(16, 0x10), HasSubstr("no executable segment"));
  EXPECT_THAT(with(16, static_cast<uint32_t>(descriptor.entry - descriptor.address + 4)),
              HasSubstr("not aligned to 256 bytes"));
  EXPECT_THAT(with(56, 0), HasSubstr("descriptor has wavefront size 64, the metadata 32"));
}

}  // namespace
}  // namespace tilewright::codeobject
