// SPDX-License-Identifier: MIT
#include "machine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "core/file.hpp"

namespace tilewright::emu {

std::vector<std::byte> object_file(const std::string& name, const std::string& arch) {
  auto file = read_file(TW_OBJECT_DIR "/" + name + "." + arch + ".co");
  if (!file) throw std::runtime_error(file.error().message);
  return std::move(*file);
}

Machine::Machine(const std::string& name, const std::string& arch, size_t words) : name_(name) {
  auto program = Program::load(object_file(name, arch), arch);
  if (!program) throw std::runtime_error(program.error().message);
  program_ = std::move(*program);
  for (const Allocation& allocation : program_->allocations()) map_.add(allocation);
  memory_ = HostMemory::allocate(words * sizeof(uint32_t)).value();
  map_.add({memory_.address(), memory_.address() + memory_.bytes().size(), true, "out"});
  clear();
}

std::string Machine::run(const Geometry& geometry, const std::vector<uint32_t>& more) {
  const uint64_t out = memory_.address();
  std::vector<std::byte> arguments(sizeof(out) + more.size() * sizeof(uint32_t));
  std::memcpy(arguments.data(), &out, sizeof(out));
  std::copy_n(reinterpret_cast<const std::byte*>(more.data()), more.size() * sizeof(uint32_t),
              arguments.begin() + sizeof(out));
  return run_with(geometry, arguments);
}

std::string Machine::run_with(const Geometry& geometry, std::span<const std::byte> arguments) {
  const codeobject::Kernel* kernel = program_->find(name_);
  if (kernel == nullptr) return "no kernel " + name_;
  const auto result = launch(*program_, *kernel, geometry, arguments, map_, options);
  return result ? "" : result.error().message;
}

std::vector<uint32_t> Machine::out() const {
  std::vector<uint32_t> words(memory_.bytes().size() / sizeof(uint32_t));
  std::memcpy(words.data(), memory_.bytes().data(), memory_.bytes().size());
  return words;
}

void Machine::clear(uint32_t value) {
  std::fill_n(reinterpret_cast<uint32_t*>(memory_.bytes().data()),
              memory_.bytes().size() / sizeof(uint32_t), value);
}

}  // namespace tilewright::emu
