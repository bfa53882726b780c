// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <string_view>

#include "codeobject/bundle.hpp"
#include "codeobject/code_object.hpp"
#include "emu/exec/initial_state.hpp"
#include "emu/exec/program.hpp"
#include "targets.hpp"

namespace tilewright::fuzz {
namespace {

/// So that AddressSanitizer sees a read of one byte too many, and nothing is optimised away.
void read(std::span<const std::byte> bytes) {
  unsigned sum = 0;
  for (const std::byte b : bytes) sum += static_cast<unsigned>(b);
  asm volatile("" : : "r"(sum));
}

void check(bool holds) {
  if (!holds) std::abort();
}

/// What parse() promises.
void check(const codeobject::CodeObject& object) {
  uint64_t end = 0;
  for (const codeobject::Segment& segment : object.segments) {
    check(segment.address >= end && segment.memory_bytes >= segment.bytes.size());
    check(!(segment.executable && segment.writable));
    end = segment.address + segment.memory_bytes;
    read(segment.bytes);
  }
  for (const codeobject::Relocation& relocation : object.relocations) {
    check(relocation.address + 8 <= end);
  }
  for (const codeobject::Kernel& kernel : object.kernels) {
    check(kernel.descriptor.entry < end);
    for (const codeobject::Argument& argument : kernel.arguments) {
      check(uint64_t{argument.offset} + argument.bytes <= kernel.kernarg_bytes);
    }
  }
}

}  // namespace

void load(std::span<const uint8_t> file) {
  const auto bytes = std::as_bytes(file);
  for (const std::string_view arch : {"gfx1100", "gfx1201"}) {
    const auto image = codeobject::unbundle(bytes, arch);
    if (!image) continue;
    const auto object = codeobject::parse(*image);
    if (!object) continue;
    check(*object);
    // Zeros beyond the file cost memory and time here and show nothing.
    const codeobject::Segment& last = object->segments.back();
    if (last.address + last.memory_bytes > 16 << 20) continue;
    const auto program = emu::Program::load(bytes, object->arch);
    if (!program) continue;
    for (const codeobject::Kernel& kernel : (*program)->kernels()) {
      const uint64_t entry = (*program)->load_base() + kernel.descriptor.entry;
      (void)(*program)->code(emu::wave_size_of(kernel.descriptor)).at(entry);
      (void)(*program)->source_line(entry);
    }
  }
}

}  // namespace tilewright::fuzz
