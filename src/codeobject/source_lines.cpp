// SPDX-License-Identifier: MIT
#include "codeobject/source_lines.hpp"

#include <fmt/format.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBufferRef.h>

#include "codeobject/printable.hpp"

namespace tilewright::codeobject {

struct SourceLines::Tables {
  std::unique_ptr<llvm::object::ObjectFile> file;
  std::unique_ptr<llvm::DWARFContext> dwarf;
};

SourceLines::SourceLines(std::span<const std::byte> image) : tables_(std::make_unique<Tables>()) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(image.data()), image.size());
  auto file = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(bytes, "kernel"));
  if (!file) {
    llvm::consumeError(file.takeError());
    return;
  }
  tables_->file = std::move(*file);
  tables_->dwarf = llvm::DWARFContext::create(*tables_->file);
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
