// Line tables: of sound files against LLVM's reader, of damaged ones that they end.
// SPDX-License-Identifier: MIT
#include "codeobject/line_table.hpp"

#include <gtest/gtest.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include <random>

#include "codeobject/source_lines.hpp"
#include "core/file.hpp"

namespace tilewright::codeobject {
namespace {

/// What LLVM says of an address; "" if nothing.
class Judge {
 public:
  explicit Judge(std::span<const std::byte> file)
      : object_(cantFail(llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(
            llvm::StringRef(reinterpret_cast<const char*>(file.data()), file.size()), "")))),
        dwarf_(llvm::DWARFContext::create(*object_)) {}

  std::string at(uint64_t address) const {
    const auto info = dwarf_->getLineInfoForAddress(
        {address, llvm::object::SectionedAddress::UndefSection},
        {llvm::DILineInfoSpecifier::FileLineInfoKind::RelativeFilePath,
         llvm::DILineInfoSpecifier::FunctionNameKind::None});
    if (info.Line == 0 || info.FileName == llvm::DILineInfo::BadString) return {};
    return fmt::format("{}:{}", info.FileName, info.Line);
  }

  struct Range {
    uint64_t begin, end;
  };
  std::vector<Range> code() const {
    std::vector<Range> ranges;
    for (const auto& section : object_->sections()) {
      if (section.isText()) {
        ranges.push_back({section.getAddress(), section.getAddress() + section.getSize()});
      }
    }
    return ranges;
  }

  LineSections sections() const {
    LineSections found;
    for (const auto& section : object_->sections()) {
      const llvm::StringRef name = cantFail(section.getName());
      const llvm::StringRef contents = cantFail(section.getContents());
      if (name == ".debug_line") found.lines = contents;
      if (name == ".debug_line_str") found.line_strings = contents;
      if (name == ".debug_str") found.strings = contents;
    }
    return found;
  }

 private:
  std::unique_ptr<llvm::object::ObjectFile> object_;
  std::unique_ptr<llvm::DWARFContext> dwarf_;
};

class LineTable : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    auto read = read_file(GetParam());
    ASSERT_TRUE(read) << read.error().message;
    file = std::move(*read);
  }
  std::vector<std::byte> file;
};

TEST_P(LineTable, EqualsLlvm) {
  const Judge judge(file);
  const SourceLines lines(file);
  size_t known = 0;
  for (const auto& [begin, end] : judge.code()) {
    for (uint64_t address = begin; address < end; address += 4) {
      const std::string expected = judge.at(address);
      ASSERT_EQ(lines.at(address), expected) << std::hex << address;
      known += expected.empty() ? 0 : 1;
    }
    EXPECT_EQ(lines.at(begin - 1), "");
  }
  EXPECT_GT(known, 100U);
}

/// Whatever the damage: it ends, reads nothing outside (as the sanitizers see), and what it gives
/// can be named.
TEST_P(LineTable, SurvivesDamage) {
  const LineSections sound = Judge(file).sections();
  const auto check = [](const LineSections& sections) {
    const LineTables tables = read_line_tables(sections);
    for (const LineSpan& span : tables.spans) {
      ASSERT_LT(span.begin, span.end);
      ASSERT_LT(span.table, tables.files.size());
      (void)tables.files[span.table].name(span.file);
    }
  };
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = sound.lines.str();
    for (unsigned i = 0; i <= random() % 3; ++i) {
      damaged[random() % std::min<size_t>(damaged.size(), 512)] = static_cast<char>(random());
    }
    if (random() % 4 == 0) damaged.resize(random() % damaged.size());
    check({damaged, sound.line_strings, sound.strings});
  }
}

INSTANTIATE_TEST_SUITE_P(Files, LineTable,
                         testing::Values(TW_OBJECT_DIR "/lines_4.gfx1100.co",
                                         TW_OBJECT_DIR "/lines_5.gfx1201.co", TW_KERNEL_FILE));

/// 2^63 directories without a field, which take no bytes.
TEST(LineTables, EndlessListOfNothing) {
  const std::string table(
      "\x22\0\0\0\x05\0\x08\0\x16\0\0\0\x04\x01\x01\xfb\x0e\x01"
      "\0\xff\xff\xff\xff\xff\xff\xff\xff\x7f"
      "\0\0\0\0\0\0\0\0\0\0",
      38);
  EXPECT_TRUE(read_line_tables({table, {}, {}}).spans.empty());
}

}  // namespace
}  // namespace tilewright::codeobject
