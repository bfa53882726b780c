// SPDX-License-Identifier: MIT
#include "codeobject/source_lines.hpp"

#include <fmt/format.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Support/MemoryBuffer.h>

#include "codeobject/elf_file.hpp"
#include "codeobject/printable.hpp"

namespace tilewright::codeobject {
namespace {

using Sections = llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>>;

llvm::StringRef reference(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// ".debug_line" and its like, as "debug_line", by our own reader: LLVM's takes sizes from
/// corrupted headers at their word. Compressed ones are left out.
Sections debug_sections(const ElfFile& file) {
  Sections found;
  const auto& sections = file.sections();
  const size_t names_at = file.header().e_shstrndx;
  if (names_at >= sections.size()) return found;
  const auto names = file.range(sections[names_at].sh_offset, sections[names_at].sh_size, "names");
  if (!names) return found;
  for (const auto& section : sections) {
    if (section.sh_name >= names->size() || section.sh_type == llvm::ELF::SHT_NOBITS) continue;
    if ((section.sh_flags & llvm::ELF::SHF_COMPRESSED) != 0) continue;
    llvm::StringRef name = reference(*names).drop_front(section.sh_name);
    name = name.take_front(name.find('\0'));
    if (!name.consume_front(".debug_")) continue;
    const auto bytes = file.range(section.sh_offset, section.sh_size, "debug information");
    if (!bytes) continue;
    found[("debug_" + name).str()] =
        llvm::MemoryBuffer::getMemBuffer(reference(*bytes), "", /*RequiresNullTerminator=*/false);
  }
  return found;
}

}  // namespace

struct SourceLines::Tables {
  Sections sections;
  std::unique_ptr<llvm::DWARFContext> dwarf;
};

SourceLines::SourceLines(std::span<const std::byte> image) : tables_(std::make_unique<Tables>()) {
  const auto file = ElfFile::open(image);
  if (!file) return;
  tables_->sections = debug_sections(*file);
  const auto ignore = [](llvm::Error error) { llvm::consumeError(std::move(error)); };
  tables_->dwarf = llvm::DWARFContext::create(tables_->sections, /*AddrSize=*/8,
                                              /*isLittleEndian=*/true, ignore, ignore);
}

SourceLines::~SourceLines() = default;
SourceLines::SourceLines(SourceLines&&) noexcept = default;
SourceLines& SourceLines::operator=(SourceLines&&) noexcept = default;

std::string SourceLines::at(uint64_t address) const {
  if (tables_->dwarf == nullptr) return {};
  const llvm::object::SectionedAddress where{address, llvm::object::SectionedAddress::UndefSection};
  const llvm::DILineInfoSpecifier what(
      llvm::DILineInfoSpecifier::FileLineInfoKind::RelativeFilePath);
  const llvm::DILineInfo info = tables_->dwarf->getLineInfoForAddress(where, what);
  if (info.FileName == llvm::DILineInfo::BadString || info.Line == 0) return {};
  return fmt::format("{}:{}", printable(info.FileName), info.Line);
}

}  // namespace tilewright::codeobject
