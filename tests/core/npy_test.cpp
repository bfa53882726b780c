// SPDX-License-Identifier: MIT
#include "core/npy.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>

#include "core/file.hpp"
#include "core/npy_header.hpp"

namespace tilewright {
namespace {

/// A .npy file image: the fixed part for `version`, `description` padded as NumPy does, `data`
/// zeros.
std::string image(int version, const std::string& description, size_t data) {
  std::string text = description + "\n";
  std::string file = std::string("\x93NUMPY") + static_cast<char>(version) + '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) {
    file += static_cast<char>(text.size() >> (8 * i) & 0xff);
  }
  return file + text + std::string(data, '\0');
}

Result<NpyHeader> parse(const std::string& file) {
  return parse_npy_header(
      std::as_bytes(std::span(file)).first(std::min(file.size(), kNpyHeaderLimit)), file.size());
}

std::string error(const std::string& file) {
  const Result<NpyHeader> header = parse(file);
  return header ? "(accepted)" : header.error().message;
}

constexpr const char* kGood = "{'descr': '<f2', 'fortran_order': False, 'shape': (3, 4), }";

TEST(NpyHeader, ReadsEveryVersion) {
  for (const int version : {1, 2, 3}) {
    const Result<NpyHeader> header = parse(image(version, kGood, 24));
    ASSERT_TRUE(header) << header.error().message;
    EXPECT_EQ(header->dtype, DType::f16);
    EXPECT_EQ(header->shape, (std::vector<uint64_t>{3, 4}));
    EXPECT_FALSE(header->fortran_order);
    EXPECT_EQ(header->data_bytes, 24u);
  }
}

TEST(NpyHeader, ReadsWhatPythonMayWrite) {
  const auto shape = [](const std::string& text, size_t bytes) {
    const Result<NpyHeader> header = parse(image(1, text, bytes));
    return header ? fmt::format("{}{}", fmt::join(header->shape, "x"),
                                header->fortran_order ? " fortran" : "")
                  : header.error().message;
  };
  EXPECT_EQ(shape("{\"shape\":(5,),\"descr\":\"<i4\",\"fortran_order\":True}", 20), "5 fortran");
  EXPECT_EQ(shape("{'descr': '|u1', 'fortran_order': False, 'shape': (), }", 1), "");
  EXPECT_EQ(shape("{'descr': '=f4', 'fortran_order': False, 'shape': (2L, 3L,), }", 24), "2x3");
  EXPECT_EQ(
      shape("{'descr': '<f8', 'fortran_order': False, 'shape': (0, 18446744073709551615), }", 0),
      "0x18446744073709551615");
}

TEST(NpyHeader, RefusesWhatIsMalformed) {
  const std::array<std::pair<const char*, const char*>, 20> cases = {{
      {"", "'{' expected"},
      {"{", "quoted key"},
      {"{}", "must all be there"},
      {"{'descr': '<f2', 'fortran_order': False}", "must all be there"},
      {"{'descr': '<f2', 'fortran_order': False, 'shape': (3, 4), 'more': 1}", "each once"},
      {"{'descr': '<f2', 'descr': '<f2', 'fortran_order': False, 'shape': (3, 4)}", "each once"},
      {"{'descr': '<f2', 'fortran_order': 1, 'shape': (3, 4)}", "True or False"},
      {"{'descr': '<f2', 'fortran_order': False, 'shape': 12}", "the shape's '('"},
      {"{'descr': '<f2', 'fortran_order': False, 'shape': (12)}", "','"},
      {"{'descr': '<f2', 'fortran_order': False, 'shape': (-3, 4)}", "an extent"},
      {"{'descr': '<f2', 'fortran_order': False, 'shape': (03, 4)}", "an extent"},
      {"{'descr': '<f2', 'fortran_order': False, 'shape': (3 4)}", "',' after"},
      {"{'descr': '<f2', 'fortran_order': False, 'shape': (3, 4", "',' or ')'"},
      {"{'descr': '<f2', 'fortran_order': False, 'shape': (99999999999999999999, 4)}", "an extent"},
      {"{'descr': '<f2', 'fortran_order': False, 'shape': (3, 4)} x", "nothing more"},
      {"{'descr': '<f2', 'fortran_order': False 'shape': (3, 4)}", "',' or '}'"},
      {"{'descr' '<f2'}", "':' expected"},
      {"{'descr: <f2}", "quoted key"},
      {"{'descr': '<f2\\'', 'fortran_order': False, 'shape': (3, 4)}", "not a plain one"},
      {"{'descr': [('x', '<f2')], 'fortran_order': False, 'shape': (3, 4)}", "not a plain one"},
  }};
  for (const auto& [text, want] : cases) {
    EXPECT_NE(error(image(1, text, 24)).find(want), std::string::npos) << text << "\n"
                                                                       << error(image(1, text, 24));
  }
}

TEST(NpyHeader, RefusesTypesWeDoNotHave) {
  const auto of = [](const std::string& descr) {
    return error(
        image(1, "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (3, 4)}", 24));
  };
  EXPECT_NE(of(">f2").find("big endian"), std::string::npos);
  for (const char* descr : {"<c8", "|b1", "|O", "<U7", "<V3", "f2", "", "<", "|f2", "<f16"}) {
    EXPECT_NE(of(descr).find("not supported"), std::string::npos) << descr << ": " << of(descr);
  }
  EXPECT_NE(of("<\x1b[31m").find("(unprintable)"), std::string::npos);
}

TEST(NpyHeader, ShapeAndFileMustAgree) {
  EXPECT_EQ(error(image(1, kGood, 23)), "the .npy shape needs 24 bytes of data, the file holds 23");
  EXPECT_EQ(error(image(1, kGood, 25)), "the .npy shape needs 24 bytes of data, the file holds 25");
  const std::string huge =
      "{'descr': '<f2', 'fortran_order': False, 'shape': (4294967296, 4294967296)}";
  EXPECT_NE(error(image(1, huge, 24)).find("64 bits"), std::string::npos);
  const std::string axes = "{'descr': '<f2', 'fortran_order': False, 'shape': (";
  std::string many = axes;
  for (int i = 0; i < 65; ++i) many += "1,";
  EXPECT_NE(error(image(1, many + ")}", 2)).find("64 axes"), std::string::npos);
}

TEST(NpyHeader, EveryTruncationIsRefused) {
  for (const int version : {1, 2, 3}) {
    const std::string whole = image(version, kGood, 24);
    for (size_t length = 0; length < whole.size(); ++length) {
      EXPECT_FALSE(parse(whole.substr(0, length))) << version << ", " << length;
    }
  }
}

TEST(NpyHeader, EveryChangedByteIsReadOrRefused) {
  const std::string whole = image(1, kGood, 24);
  for (size_t at = 0; at < whole.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      std::string changed = whole;
      changed[at] = static_cast<char>(value);
      if (const Result<NpyHeader> header = parse(changed)) {
        EXPECT_EQ(header->data_offset + header->data_bytes, changed.size());
      }
    }
  }
}

TEST(NpyHeader, RefusesOtherVersionsAndLongHeaders) {
  EXPECT_NE(error(image(4, kGood, 24)).find("version 4.0"), std::string::npos);
  std::string minor = image(1, kGood, 24);
  minor[7] = 1;
  EXPECT_NE(error(minor).find("version 1.1"), std::string::npos);
  const std::string padded = kGood + std::string(70'000, ' ');
  EXPECT_NE(error(image(2, padded, 24)).find("at most"), std::string::npos);
  EXPECT_NE(error("PK\x03\x04").find("not a .npy file"), std::string::npos);
}

class NpyFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              fmt::format("tilewright-npy-{}-{}", ::getpid(),
                          testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const char* name) const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
};

TEST_F(NpyFile, WhatIsWrittenIsRead) {
  for (const DType dtype : {DType::f16, DType::f64, DType::u8, DType::i32}) {
    for (const std::vector<uint64_t>& shape :
         {std::vector<uint64_t>{}, {7}, {3, 5}, {2, 0, 9}, {2, 3, 4}}) {
      uint64_t count = 1;
      for (const uint64_t extent : shape) count *= extent;
      Array array{.dtype = dtype, .shape = shape, .fortran_order = shape.size() == 2, .data = {}};
      array.data.resize(count * size_of(dtype));
      for (size_t i = 0; i < array.data.size(); ++i) array.data[i] = static_cast<std::byte>(i * 7);
      ASSERT_TRUE(write_npy(path("x.npy"), array));
      EXPECT_EQ(*file_size(path("x.npy")) % 64, array.data.size() % 64) << "data is aligned";
      const Result<Array> back = read_npy(path("x.npy"));
      ASSERT_TRUE(back) << back.error().message;
      EXPECT_EQ(back->dtype, array.dtype);
      EXPECT_EQ(back->shape, array.shape);
      EXPECT_EQ(back->fortran_order, array.fortran_order);
      EXPECT_EQ(back->data, array.data);
    }
  }
}

TEST_F(NpyFile, HeaderIsNumPysToTheByte) {
  // np.save of np.zeros((3, 4), np.float16), NumPy 1.26, in hexadecimal where it is not text.
  const std::string header = npy_header_text(DType::f16, std::array<uint64_t, 2>{3, 4}, false);
  EXPECT_EQ(header.size(), 128u);
  EXPECT_EQ(header.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
  EXPECT_EQ(header.substr(10, 59), "{'descr': '<f2', 'fortran_order': False, 'shape': (3, 4), }");
  EXPECT_EQ(header.back(), '\n');
  EXPECT_NE(npy_header_text(DType::f16, std::array<uint64_t, 1>{3}, false).find("(3,)"),
            std::string::npos);
}

TEST_F(NpyFile, ErrorsNameTheFile) {
  EXPECT_EQ(read_npy(path("none.npy")).error().message,
            fmt::format("cannot read {}: No such file or directory", path("none.npy")));
  ASSERT_TRUE(write_file(path("text.npy"), "hello"));
  EXPECT_TRUE(read_npy(path("text.npy")).error().message.starts_with(path("text.npy")));
  EXPECT_NE(read_npy(folder_.string()).error().message.find("not a regular file"),
            std::string::npos);
}

TEST_F(NpyFile, AFailedWriteLeavesWhatWasThere) {
  ASSERT_TRUE(write_file(path("kept.txt"), "old"));
  // The temporary file's name is taken by a folder, so the new contents cannot be written.
  std::filesystem::create_directory(path(fmt::format("kept.txt.{}.tmp", ::getpid()).c_str()));
  EXPECT_FALSE(write_file(path("kept.txt"), "new"));
  const Result<std::vector<std::byte>> kept = read_file(path("kept.txt"));
  ASSERT_TRUE(kept);
  EXPECT_EQ(std::memcmp(kept->data(), "old", 3), 0);
  EXPECT_NE(write_file("/nowhere/x", "new").error().message.find("/nowhere/x"), std::string::npos);
}

TEST_F(NpyFile, LinksAndDevicesAreWrittenThrough) {
  ASSERT_TRUE(write_file(path("target"), "old"));
  std::filesystem::create_symlink(path("target"), path("link"));
  ASSERT_TRUE(write_file(path("link"), "new"));
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_EQ(*file_size(path("target")), 3u);
  EXPECT_TRUE(write_file("/dev/null", "gone"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace tilewright
