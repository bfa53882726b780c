// SPDX-License-Identifier: MIT
#include "codeobject/elf_file.hpp"

namespace tilewright::codeobject {

namespace elf = llvm::ELF;

namespace {

std::string_view text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

uint64_t round_up_4(uint64_t value) { return (value + 3) & ~uint64_t{3}; }

}  // namespace

Result<std::span<const std::byte>> ElfFile::range(uint64_t offset, uint64_t size,
                                                  std::string_view what) const {
  if (offset > image_.size() || size > image_.size() - offset) {
    return fail("code object: {} at byte {} ({} bytes) reaches past the end of the file ({} bytes)",
                what, offset, size, image_.size());
  }
  return image_.subspan(offset, size);
}

template <class T>
Result<std::vector<T>> ElfFile::table(uint64_t offset, uint64_t count,
                                      std::string_view what) const {
  if (count > image_.size() / sizeof(T)) {
    return fail("code object: {} with {} entries cannot fit in a file of {} bytes", what, count,
                image_.size());
  }
  const auto bytes = range(offset, count * sizeof(T), what);
  if (!bytes) return tl::unexpected(bytes.error());
  std::vector<T> entries(count);
  if (count != 0) std::memcpy(entries.data(), bytes->data(), bytes->size());
  return entries;
}

Result<ElfFile> ElfFile::open(std::span<const std::byte> image) {
  ElfFile file;
  file.image_ = image;
  const auto bytes = file.range(0, sizeof(elf::Elf64_Ehdr), "the ELF header");
  if (!bytes) return tl::unexpected(bytes.error());
  elf::Elf64_Ehdr& header = file.header_;
  std::memcpy(&header, bytes->data(), sizeof(header));
  if (std::memcmp(header.e_ident, elf::ElfMagic, 4) != 0) {
    return fail("code object: not an ELF file (it does not begin with 7f 45 4c 46)");
  }
  if (header.e_ident[elf::EI_CLASS] != elf::ELFCLASS64 ||
      header.e_ident[elf::EI_DATA] != elf::ELFDATA2LSB) {
    return fail("code object: not a 64-bit little-endian ELF file (class {}, data {})",
                header.e_ident[elf::EI_CLASS], header.e_ident[elf::EI_DATA]);
  }
  if (header.e_phnum != 0 && header.e_phentsize != sizeof(elf::Elf64_Phdr)) {
    return fail("code object: program headers of {} bytes, expected {}", header.e_phentsize,
                sizeof(elf::Elf64_Phdr));
  }
  if (header.e_shnum != 0 && header.e_shentsize != sizeof(elf::Elf64_Shdr)) {
    return fail("code object: section headers of {} bytes, expected {}", header.e_shentsize,
                sizeof(elf::Elf64_Shdr));
  }
  auto segments =
      file.table<elf::Elf64_Phdr>(header.e_phoff, header.e_phnum, "the program header table");
  if (!segments) return tl::unexpected(segments.error());
  file.segments_ = std::move(*segments);
  auto sections =
      file.table<elf::Elf64_Shdr>(header.e_shoff, header.e_shnum, "the section header table");
  if (!sections) return tl::unexpected(sections.error());
  file.sections_ = std::move(*sections);
  return file;
}

Result<std::vector<Symbol>> ElfFile::symbols(const elf::Elf64_Shdr& section) const {
  const auto entries = table<elf::Elf64_Sym>(
      section.sh_offset, section.sh_size / sizeof(elf::Elf64_Sym), "the symbol table");
  if (!entries) return tl::unexpected(entries.error());
  if (section.sh_link >= sections_.size()) {
    return fail("code object: the symbol table names section {} as its strings, there are {}",
                section.sh_link, sections_.size());
  }
  const elf::Elf64_Shdr& string_section = sections_[section.sh_link];
  const auto string_bytes =
      range(string_section.sh_offset, string_section.sh_size, "the symbol string table");
  if (!string_bytes) return tl::unexpected(string_bytes.error());
  const std::string_view strings = text(*string_bytes);

  std::vector<Symbol> symbols;
  symbols.reserve(entries->size());
  for (const elf::Elf64_Sym& entry : *entries) {
    const size_t end =
        entry.st_name < strings.size() ? strings.find('\0', entry.st_name) : std::string_view::npos;
    if (end == std::string_view::npos) {
      return fail("code object: symbol {} has its name at byte {} of {} bytes of strings",
                  symbols.size(), entry.st_name, strings.size());
    }
    symbols.push_back({strings.substr(entry.st_name, end - entry.st_name), entry.st_value,
                       entry.st_size, entry.st_shndx != elf::SHN_UNDEF});
  }
  return symbols;
}

Result<std::vector<elf::Elf64_Rela>> ElfFile::relocations(const elf::Elf64_Shdr& section) const {
  return table<elf::Elf64_Rela>(section.sh_offset, section.sh_size / sizeof(elf::Elf64_Rela),
                                "the relocation table");
}

Result<std::vector<Note>> ElfFile::notes() const {
  std::vector<Note> notes;
  for (const elf::Elf64_Phdr& segment : segments_) {
    if (segment.p_type != elf::PT_NOTE) continue;
    const auto bytes = range(segment.p_offset, segment.p_filesz, "the note segment");
    if (!bytes) return tl::unexpected(bytes.error());
    uint64_t at = 0;
    while (at < bytes->size()) {
      elf::Elf64_Nhdr header;
      const uint64_t left = bytes->size() - at;
      if (left < sizeof(header)) {
        return fail("code object: {} bytes are left for a note, its header has {}", left,
                    sizeof(header));
      }
      std::memcpy(&header, bytes->data() + at, sizeof(header));
      const uint64_t name_at = at + sizeof(header);
      const uint64_t description_at = name_at + round_up_4(header.n_namesz);
      const uint64_t end = description_at + header.n_descsz;
      if (end > bytes->size()) {
        return fail(
            "code object: the note at byte {} (name {} bytes, description {} bytes) reaches "
            "past the end of its segment",
            segment.p_offset + at, header.n_namesz, header.n_descsz);
      }
      std::string_view name = text(bytes->subspan(name_at, header.n_namesz));
      if (name.ends_with('\0')) name.remove_suffix(1);
      notes.push_back({name, header.n_type, bytes->subspan(description_at, header.n_descsz)});
      at = round_up_4(end);
    }
  }
  return notes;
}

}  // namespace tilewright::codeobject
