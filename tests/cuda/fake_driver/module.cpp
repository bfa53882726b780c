// SPDX-License-Identifier: MIT
#include "module.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>

namespace tilewright::fake_cuda {
namespace {

/// The whole file, as far as its headers tell; empty if it is none.
std::string elf_file(const void* image) {
  Elf64_Ehdr header;
  if (std::memcmp(image, ELFMAG, SELFMAG) != 0) return {};
  std::memcpy(&header, image, sizeof header);
  const std::size_t end =
      std::max(header.e_shoff + std::size_t{header.e_shnum} * header.e_shentsize,
               header.e_phoff + std::size_t{header.e_phnum} * header.e_phentsize);
  return {static_cast<const char*>(image), end};
}

}  // namespace

Module::Module(const void* image) : cubin_(elf_file(image)) {}

Kernel* Module::kernel(const std::string& name) {
  const std::string in_string_table = '\0' + name + '\0';
  if (!cubin_.empty() && cubin_.find(in_string_table) == std::string::npos) return nullptr;
  for (Kernel& known : kernels_) {
    if (known.name == name) return &known;
  }
  const auto named = kernel_named(name);
  return named ? &kernels_.emplace_back(*named) : nullptr;
}

std::list<Module>& modules() {
  static std::list<Module> loaded;
  return loaded;
}

Kernel* live_kernel(const void* handle) {
  for (Module& module : modules()) {
    for (Kernel& kernel : module.kernels()) {
      if (&kernel == handle) return &kernel;
    }
  }
  return nullptr;
}

}  // namespace tilewright::fake_cuda
