// SPDX-License-Identifier: MIT
#include "codeobject/source_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "codeobject/elf_file.hpp"
#include "codeobject/line_table.hpp"
#include "codeobject/printable.hpp"

namespace tilewright::codeobject {
namespace {

llvm::StringRef reference(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Compressed sections are left out.
LineSections line_sections(const ElfFile& file) {
  LineSections found;
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
    llvm::StringRef* const to = name == ".debug_line"       ? &found.lines
                                : name == ".debug_line_str" ? &found.line_strings
                                : name == ".debug_str"      ? &found.strings
                                                            : nullptr;
    if (to == nullptr) continue;
    const auto bytes = file.range(section.sh_offset, section.sh_size, "debug information");
    if (bytes) *to = reference(*bytes);
  }
  return found;
}

}  // namespace

struct SourceLines::Tables {
  LineTables lines;
};

SourceLines::SourceLines(std::span<const std::byte> image) : tables_(std::make_unique<Tables>()) {
  const auto file = ElfFile::open(image);
  if (file) tables_->lines = read_line_tables(line_sections(*file));
}

SourceLines::~SourceLines() = default;
SourceLines::SourceLines(SourceLines&&) noexcept = default;
SourceLines& SourceLines::operator=(SourceLines&&) noexcept = default;

std::string SourceLines::at(uint64_t address) const {
  const auto& [files, spans] = tables_->lines;
  const auto after = std::ranges::upper_bound(spans, address, {}, &LineSpan::begin);
  if (after == spans.begin()) return {};
  const LineSpan& span = *(after - 1);
  if (address >= span.end || span.line == 0) return {};
  const std::string name = files[span.table].name(span.file);
  return name.empty() ? "" : fmt::format("{}:{}", printable(name), span.line);
}

}  // namespace tilewright::codeobject
