// SPDX-License-Identifier: MIT
#include "hip_runtime/module.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "codeobject/bundle.hpp"
#include "codeobject/elf_file.hpp"
#include "hip_runtime/runtime.hpp"

namespace tilewright::hip {

Module::Module(Runtime& runtime, Gpu& gpu, std::unique_ptr<emu::Program> program,
               std::vector<std::byte> image)
    : runtime_(runtime), gpu_(gpu), program_(std::move(program)), image_(std::move(image)) {
  for (const codeobject::Kernel& kernel : program_->kernels()) {
    const auto added = functions_.emplace(kernel.name, Function{this, &kernel}).first;
    runtime_.functions.insert(&added->second);
  }
  for (const emu::Allocation& segment : program_->allocations()) {
    runtime_.add({.begin = segment.begin,
                  .bytes = segment.end - segment.begin,
                  .type = hipMemoryTypeDevice,
                  .device = gpu_.index(),
                  .made_by = "",
                  .writable = segment.writable});
  }
}

Module::~Module() {
  for (const auto& [name, function] : functions_) runtime_.functions.erase(&function);
  for (const emu::Allocation& segment : program_->allocations()) {
    if (const Block* block = runtime_.memory.holding(segment.begin)) runtime_.remove(*block);
  }
}

Result<std::unique_ptr<Module>> Module::load(Runtime& runtime, Gpu& gpu,
                                             std::span<const std::byte> image) {
  auto object = codeobject::unbundle(image, gpu.target().name);
  if (!object) return tl::unexpected(object.error());
  auto program = emu::Program::load(*object, gpu.target().name);
  if (!program) return tl::unexpected(program.error());
  return std::unique_ptr<Module>(new Module(runtime, gpu, std::move(*program), std::move(*object)));
}

Function* Module::function(std::string_view name) {
  const auto found = functions_.find(name);
  return found == functions_.end() ? nullptr : &found->second;
}

std::optional<Variable> Module::variable(std::string_view name) const {
  const auto file = codeobject::ElfFile::open(image_);
  if (!file) return std::nullopt;
  for (const auto& section : file->sections()) {
    if (section.sh_type != llvm::ELF::SHT_DYNSYM) continue;
    const auto symbols = file->symbols(section);
    if (!symbols) return std::nullopt;
    for (const codeobject::Symbol& symbol : *symbols) {
      if (!symbol.defined || symbol.name != name) continue;
      const uint64_t address = program_->load_base() + symbol.value;
      const Block* block = runtime_.memory.holding(address);
      if (block == nullptr || symbol.bytes > block->end() - address) return std::nullopt;
      return Variable{reinterpret_cast<std::byte*>(address), symbol.bytes};
    }
  }
  return std::nullopt;
}

namespace {

/// To the last byte that a header names.
std::span<const std::byte> elf_extent(const codeobject::ElfFile& file,
                                      std::span<const std::byte> bytes) {
  const auto& header = file.header();
  uint64_t end = header.e_shoff + uint64_t{header.e_shnum} * header.e_shentsize;
  for (const auto& section : file.sections()) {
    if (section.sh_type != llvm::ELF::SHT_NOBITS) {
      end = std::max(end, section.sh_offset + section.sh_size);
    }
  }
  for (const auto& segment : file.segments()) {
    end = std::max(end, segment.p_offset + segment.p_filesz);
  }
  return bytes.first(std::min<uint64_t>(end, bytes.size()));
}

}  // namespace

bool looks_like_code(std::span<const std::byte> image) {
  // Byte by byte, so that nothing is read behind the first that differs: an image that a program
  // passes by its address may be shorter than any code is.
  const auto begins_with = [image](std::string_view magic) {
    size_t same = 0;
    while (same < magic.size() && same < image.size() &&
           static_cast<char>(image[same]) == magic[same]) {
      ++same;
    }
    return same == magic.size();
  };
  return begins_with(
             "\x7f"
             "ELF") ||
         begins_with("__CLANG_OFFLOAD_BUNDLE__") || begins_with("CCOB");
}

Result<std::span<const std::byte>> readable_from(const void* image) {
  const auto begin = reinterpret_cast<uint64_t>(image);
  std::ifstream maps("/proc/self/maps");  // in ascending order
  uint64_t end = begin;
  for (std::string line; std::getline(maps, line);) {
    unsigned long long from = 0, to = 0;
    char readable = '-';
    if (std::sscanf(line.c_str(), "%llx-%llx %c", &from, &to, &readable) != 3) continue;
    if (readable == 'r' && from <= end && end < to) end = to;
  }
  if (end == begin) return fail("nothing readable is at {:#x}", begin);
  const std::span mapped(static_cast<const std::byte*>(image), end - begin);
  if (!looks_like_code(mapped)) return mapped;  // of which no more than that may be the caller's
  const auto file = codeobject::ElfFile::open(mapped);
  return file ? elf_extent(*file, mapped) : mapped;  // a bundle says itself where it ends
}

}  // namespace tilewright::hip
