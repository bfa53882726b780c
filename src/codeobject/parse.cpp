// From an ELF file to a CodeObject: headers, segments, metadata, descriptors, relocations.
// SPDX-License-Identifier: MIT
#include <llvm/BinaryFormat/ELF.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>

#include "arch/targets.hpp"
#include "codeobject/code_object.hpp"
#include "codeobject/descriptor.hpp"
#include "codeobject/elf_file.hpp"
#include "codeobject/metadata.hpp"
#include "codeobject/printable.hpp"
#include "codeobject/target.hpp"

namespace tilewright::codeobject {

namespace elf = llvm::ELF;

namespace {

/// Where the memory image may end; a larger one is a corrupted header, not a program.
constexpr uint64_t max_image_bytes = uint64_t{1} << 31;

Result<void> check_header(const elf::Elf64_Ehdr& header) {
  if (header.e_machine != elf::EM_AMDGPU) {
    return fail("code object: built for ELF machine {}, not for AMD GPUs ({})",
                static_cast<unsigned>(header.e_machine), static_cast<unsigned>(elf::EM_AMDGPU));
  }
  if (header.e_ident[elf::EI_OSABI] != elf::ELFOSABI_AMDGPU_HSA) {
    return fail("code object: built for OS ABI {}, not for AMDGPU HSA ({})",
                header.e_ident[elf::EI_OSABI], static_cast<unsigned>(elf::ELFOSABI_AMDGPU_HSA));
  }
  const unsigned version = header.e_ident[elf::EI_ABIVERSION];
  if (version < elf::ELFABIVERSION_AMDGPU_HSA_V4 || version > elf::ELFABIVERSION_AMDGPU_HSA_V6) {
    return fail("code object: ABI version {}, supported are {} to {} (code object v4 to v6)",
                version, static_cast<unsigned>(elf::ELFABIVERSION_AMDGPU_HSA_V4),
                static_cast<unsigned>(elf::ELFABIVERSION_AMDGPU_HSA_V6));
  }
  if (header.e_type != elf::ET_DYN) {
    return fail("code object: ELF type {} is not a linked shared object ({}): link it with lld",
                static_cast<unsigned>(header.e_type), static_cast<unsigned>(elf::ET_DYN));
  }
  return {};
}

Result<std::string> find_arch(const elf::Elf64_Ehdr& header, const Metadata& metadata) {
  const uint32_t mach = header.e_flags & elf_mach_mask;
  std::string known;
  for (const Target& target : targets) {
    if (target.elf_mach == mach) return std::string(target.name);
    known += fmt::format("{}{}", known.empty() ? "" : ", ", target.name);
  }
  for (const GenericTarget& target : generic_targets) {
    if (target.elf_mach == mach) return std::string(target.name);
    known += fmt::format(", {}", target.name);
  }
  return fail("code object: built for {} (ELF machine flags {:#x}); supported targets: {}",
              metadata.target.empty() ? "an unknown target" : metadata.target, mach, known);
}

Result<std::vector<Segment>> load_segments(const ElfFile& file) {
  std::vector<Segment> segments;
  for (const elf::Elf64_Phdr& header : file.segments()) {
    if (header.p_type != elf::PT_LOAD || header.p_memsz == 0) continue;
    const auto bytes = file.range(header.p_offset, header.p_filesz, "a loadable segment");
    if (!bytes) return tl::unexpected(bytes.error());
    if (header.p_memsz < header.p_filesz) {
      return fail("code object: a segment of {} bytes in the file has {} in memory",
                  header.p_filesz, header.p_memsz);
    }
    if (header.p_vaddr > max_image_bytes || header.p_memsz > max_image_bytes - header.p_vaddr) {
      return fail("code object: a segment at {:#x} of {:#x} bytes reaches past {:#x}",
                  header.p_vaddr, header.p_memsz, max_image_bytes);
    }
    Segment segment{header.p_vaddr, header.p_memsz, *bytes, (header.p_flags & elf::PF_X) != 0,
                    (header.p_flags & elf::PF_W) != 0};
    if (!segments.empty() &&
        segment.address < segments.back().address + segments.back().memory_bytes) {
      return fail("code object: the segment at {:#x} overlaps the one before or is out of order",
                  segment.address);
    }
    if (segment.executable && segment.writable) {
      return fail("code object: the executable segment at {:#x} is writable too", segment.address);
    }
    // One µop slot is kept for each dword of code, so its size must be that of something real.
    if (segment.executable &&
        (segment.address % 4 != 0 || segment.memory_bytes != segment.bytes.size())) {
      return fail("code object: the executable segment at {:#x} is {}", segment.address,
                  segment.address % 4 != 0 ? "not aligned to 4 bytes" : "not all in the file");
    }
    segments.push_back(segment);
  }
  if (segments.empty()) return fail("code object: it has no loadable segment");
  return segments;
}

/// A compiler writes one note for all kernels; where object files were linked, as Tensile does,
/// each of them has brought its own.
Result<Metadata> find_metadata(const ElfFile& file) {
  const auto notes = file.notes();
  if (!notes) return tl::unexpected(notes.error());
  std::optional<Metadata> all;
  for (const Note& note : *notes) {
    if (note.name != "AMDGPU" || note.type != elf::NT_AMDGPU_METADATA) continue;
    auto metadata = parse_metadata(note.description);
    if (!metadata) return tl::unexpected(metadata.error());
    if (!all) {
      all = std::move(*metadata);
    } else {
      std::ranges::move(metadata->kernels, std::back_inserter(all->kernels));
    }
  }
  if (all) return std::move(*all);
  return fail(
      "code object: there is no metadata note (AMDGPU, type {}), so its kernels are unknown",
      static_cast<unsigned>(elf::NT_AMDGPU_METADATA));
}

/// The dynamic symbols; a linked code object exports every kernel descriptor.
Result<std::vector<Symbol>> find_symbols(const ElfFile& file) {
  for (const elf::Elf64_Word type : {elf::SHT_DYNSYM, elf::SHT_SYMTAB}) {
    for (const elf::Elf64_Shdr& section : file.sections()) {
      if (section.sh_type == type) return file.symbols(section);
    }
  }
  return fail("code object: it has no symbol table");
}

/// The segment that holds [address, address + bytes) of memory, or null.
const Segment* segment_at(const std::vector<Segment>& segments, uint64_t address, uint64_t bytes) {
  for (const Segment& segment : segments) {
    if (address >= segment.address && address - segment.address <= segment.memory_bytes &&
        bytes <= segment.memory_bytes - (address - segment.address)) {
      return &segment;
    }
  }
  return nullptr;
}

Result<KernelDescriptor> find_descriptor(const KernelMetadata& kernel,
                                         const std::vector<Symbol>& symbols,
                                         const std::vector<Segment>& segments) {
  const auto symbol = std::find_if(symbols.begin(), symbols.end(), [&](const Symbol& s) {
    return s.defined && s.name == kernel.symbol;
  });
  if (symbol == symbols.end()) {
    return fail("code object: kernel {} has no descriptor: symbol {} is not defined", kernel.name,
                printable(kernel.symbol));
  }
  const Segment* segment = segment_at(segments, symbol->value, descriptor_bytes);
  const uint64_t at = segment != nullptr ? symbol->value - segment->address : 0;
  if (segment == nullptr || at + descriptor_bytes > segment->bytes.size()) {
    return fail("code object: the descriptor of {} at {:#x} is in no segment of the file",
                kernel.name, symbol->value);
  }
  return read_descriptor(segment->bytes.subspan(at).first<descriptor_bytes>(), symbol->value);
}

Result<Kernel> make_kernel(KernelMetadata&& metadata, const KernelDescriptor& descriptor,
                           const std::vector<Segment>& segments) {
  const Segment* code = segment_at(segments, descriptor.entry, 4);
  if (code == nullptr || !code->executable || descriptor.entry % 256 != 0) {
    return fail("code object: the entry of {} at {:#x} is {}", metadata.name, descriptor.entry,
                code == nullptr || !code->executable ? "in no executable segment"
                                                     : "not aligned to 256 bytes");
  }
  const auto contradiction = contradicts(descriptor, metadata);
  if (contradiction) return fail("code object: kernel {}: {}", metadata.name, *contradiction);
  Kernel kernel;
  kernel.name = std::move(metadata.name);
  kernel.descriptor = descriptor;
  kernel.descriptor.group_segment_bytes = metadata.resources.lds_bytes;
  kernel.resources = metadata.resources;
  kernel.arguments = std::move(metadata.arguments);
  kernel.kernarg_bytes = metadata.kernarg_bytes;
  return kernel;
}

Result<Relocation> resolve(const elf::Elf64_Rela& entry, const std::vector<Symbol>& symbols) {
  const uint64_t addend = static_cast<uint64_t>(entry.r_addend);
  switch (entry.getType()) {
    case elf::R_AMDGPU_RELATIVE64:
      return Relocation{entry.r_offset, addend};
    case elf::R_AMDGPU_ABS64: {
      const uint32_t index = entry.getSymbol();
      if (index >= symbols.size() || !symbols[index].defined) {
        return fail(
            "code object: the relocation at {:#x} needs symbol {}, which is not defined here",
            entry.r_offset, index < symbols.size() ? printable(symbols[index].name) : "?");
      }
      return Relocation{entry.r_offset, symbols[index].value + addend};
    }
    default:
      return fail("code object: dynamic relocation type {} at {:#x} is not supported",
                  entry.getType(), entry.r_offset);
  }
}

Result<std::vector<Relocation>> find_relocations(const ElfFile& file,
                                                 const std::vector<Segment>& segments) {
  std::vector<Relocation> relocations;
  for (const elf::Elf64_Shdr& section : file.sections()) {
    if ((section.sh_flags & elf::SHF_ALLOC) == 0 || section.sh_size == 0) continue;
    if (section.sh_type == elf::SHT_REL || section.sh_type == elf::SHT_RELR) {
      return fail("code object: relocations of section type {} are not supported", section.sh_type);
    }
    if (section.sh_type != elf::SHT_RELA) continue;
    const auto entries = file.relocations(section);
    if (!entries) return tl::unexpected(entries.error());
    std::vector<Symbol> symbols;
    if (section.sh_link != 0 && section.sh_link < file.sections().size()) {
      auto found = file.symbols(file.sections()[section.sh_link]);
      if (!found) return tl::unexpected(found.error());
      symbols = std::move(*found);
    }
    for (const elf::Elf64_Rela& entry : *entries) {
      if (entry.getType() == elf::R_AMDGPU_NONE) continue;
      const auto relocation = resolve(entry, symbols);
      if (!relocation) return tl::unexpected(relocation.error());
      if (segment_at(segments, relocation->address, 8) == nullptr) {
        return fail("code object: the relocation at {:#x} is in no segment", relocation->address);
      }
      relocations.push_back(*relocation);
    }
  }
  return relocations;
}

}  // namespace

const Kernel* CodeObject::find(std::string_view kernel) const {
  const auto found = std::find_if(kernels.begin(), kernels.end(),
                                  [kernel](const Kernel& k) { return k.name == kernel; });
  return found == kernels.end() ? nullptr : &*found;
}

Result<CodeObject> parse(std::span<const std::byte> image) {
  const auto file = ElfFile::open(image);
  if (!file) return tl::unexpected(file.error());
  if (auto checked = check_header(file->header()); !checked) {
    return tl::unexpected(checked.error());
  }
  auto metadata = find_metadata(*file);
  if (!metadata) return tl::unexpected(metadata.error());
  auto arch = find_arch(file->header(), *metadata);
  if (!arch) return tl::unexpected(arch.error());
  auto segments = load_segments(*file);
  if (!segments) return tl::unexpected(segments.error());
  auto relocations = find_relocations(*file, *segments);
  if (!relocations) return tl::unexpected(relocations.error());

  CodeObject object;
  object.arch = std::move(*arch);
  object.segments = std::move(*segments);
  object.relocations = std::move(*relocations);
  if (metadata->kernels.empty()) return object;
  const auto symbols = find_symbols(*file);
  if (!symbols) return tl::unexpected(symbols.error());
  for (KernelMetadata& entry : metadata->kernels) {
    const auto descriptor = find_descriptor(entry, *symbols, object.segments);
    if (!descriptor) return tl::unexpected(descriptor.error());
    auto kernel = make_kernel(std::move(entry), *descriptor, object.segments);
    if (!kernel) return tl::unexpected(kernel.error());
    object.kernels.push_back(std::move(*kernel));
  }
  return object;
}

}  // namespace tilewright::codeobject
