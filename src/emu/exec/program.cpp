// SPDX-License-Identifier: MIT
#include "emu/exec/program.hpp"

#include <algorithm>
#include <cstring>

#include "codeobject/bundle.hpp"
#include "codeobject/target.hpp"
#include "emu/isa/instruction_set.hpp"

namespace tilewright::emu {

Program::Program(std::unique_ptr<InstructionSet> instruction_set)
    : instruction_set_(std::move(instruction_set)) {}

Program::~Program() = default;

Generation Program::generation() const { return instruction_set_->generation(); }

const codeobject::Kernel* Program::find(std::string_view kernel) const {
  const auto found = std::find_if(kernels_.begin(), kernels_.end(),
                                  [kernel](const auto& k) { return k.name == kernel; });
  return found == kernels_.end() ? nullptr : &*found;
}

std::string Program::source_line(uint64_t address) const {
  const std::scoped_lock lock(lines_mutex_);
  if (!lines_) lines_.emplace(image_);
  return lines_->at(address - load_base());
}

const Code& Program::code(WaveSize size) const {
  CodeOf& of = codes_[static_cast<size_t>(size)];
  std::call_once(of.once, [&] {
    of.code.emplace(*instruction_set_, size);
    for (const Executable& segment : executable_) of.code->add(segment.address, segment.dwords);
  });
  return *of.code;
}

/// Copies a segment to its place and registers it.
void Program::place(const codeobject::Segment& segment) {
  const auto to = memory_.bytes().subspan(segment.address, segment.memory_bytes);
  std::copy(segment.bytes.begin(), segment.bytes.end(), to.begin());
  std::fill(to.begin() + static_cast<ptrdiff_t>(segment.bytes.size()), to.end(), std::byte{0});
  const uint64_t begin = load_base() + segment.address;
  allocations_.push_back({begin, begin + segment.memory_bytes, segment.writable,
                          segment.executable ? "the code"
                          : segment.writable ? "the module's data"
                                             : "the module's constants"});
  if (segment.executable) {
    executable_.push_back({begin, {reinterpret_cast<const uint32_t*>(to.data()), to.size() / 4}});
  }
}

Result<std::unique_ptr<Program>> Program::load(std::span<const std::byte> file,
                                               std::string_view arch, wmma::Policy policy) {
  auto image = codeobject::unbundle(file, arch);
  if (!image) return tl::unexpected(image.error());
  auto object = codeobject::parse(*image);
  if (!object) return tl::unexpected(object.error());
  if (!codeobject::runs_on(object->arch, arch)) {
    return fail("the code object is built for {}, this device is {}", object->arch, arch);
  }
  auto instruction_set = InstructionSet::create(arch, policy);
  if (!instruction_set) return tl::unexpected(instruction_set.error());
  std::unique_ptr<Program> program(new Program(std::move(*instruction_set)));
  program->kernels_ = std::move(object->kernels);

  const codeobject::Segment& last = object->segments.back();
  auto memory = HostMemory::allocate(last.address + last.memory_bytes);
  if (!memory) return tl::unexpected(memory.error());
  program->memory_ = std::move(*memory);
  for (const codeobject::Segment& segment : object->segments) program->place(segment);
  for (const codeobject::Relocation& relocation : object->relocations) {
    const uint64_t value = program->load_base() + relocation.target;
    std::memcpy(program->memory_.bytes().data() + relocation.address, &value, sizeof(value));
  }
  program->image_ = std::move(*image);
  return program;
}

}  // namespace tilewright::emu
